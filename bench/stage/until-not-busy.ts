import { setTimeout as sleep } from 'node:timers/promises'

const mostTries = 60

/** Asks again where the answer is HTTP 503, after a second; the last answer, whatever it is. */
export async function untilNotBusy<Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; tries < mostTries; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await sleep(1_000)
  }
  return ask()
}
