import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Asked {
  readonly took: readonly number[]
  readonly failures: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Milliseconds until the whole answer was there; undefined for a failure. */
function timed(url: string, begunAt: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      const isGood = response.statusCode === 200
      response.resume().once('end', () => resolve(isGood ? performance.now() - begunAt : undefined))
    })
    request.once('error', () => resolve(undefined))
  })
}

function summed(all: readonly (number | undefined)[]): Asked {
  const took = all.filter((one) => one !== undefined)
  return { took, failures: all.length - took.length }
}

/** So many a second, whether or not the ones before are answered: nobody waits for a stranger. */
export async function askEvenly(
  nextPage: () => string,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Asked> {
  const begun = performance.now()
  const asked: Promise<number | undefined>[] = []
  while (asked.length < rate * seconds) {
    const due = begun + (asked.length * 1000) / rate
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    asked.push(timed(nextPage(), performance.now()))
  }
  return summed(await Promise.all(asked))
}

/** All in one moment. */
export async function askAtOnce(nextPage: () => string, count: number): Promise<Asked> {
  const begunAt = performance.now()
  return summed(await Promise.all(Array.from({ length: count }, () => timed(nextPage(), begunAt))))
}
