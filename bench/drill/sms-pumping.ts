import { pbkdf2Sync } from 'node:crypto'
import { effortOf } from '@nyanja/domain/rate-limits/challenge'
import { runAttack } from '../sms-pumping/attack.ts'
import type { Drill } from './drill.ts'

const mostMessages = 500
const leastShare = 0.99
const guesses = 2_000
const hourMs = 3_600_000

export const smsPumping: Drill = {
  name: 'sms-pumping',
  promise: `100,000 hostile requests for codes send at most ${mostMessages} messages, and 99 % of honest visitors get theirs`,
  async run({ seed, isFull }) {
    const scale = isFull ? 1 : 0.2
    const guessMs = measureGuessMs()
    const { hostile, honest } = await runAttack({
      requests: 100_000 * scale,
      durationMs: hourMs * scale,
      seed,
      guessMs,
    })
    const violations = [
      ...(hostile.messages > mostMessages ? [`${hostile.messages} messages went to the attacker`] : []),
      ...(honest.share < leastShare ? [`${honest.served} of ${honest.visitors} visitors got their code`] : []),
    ]
    const { free, solved, waited } = hostile.byMeans
    const did = `${hostile.requests} hostile requests sent ${hostile.messages} messages (${free} free, ${solved} solved, ${waited} waited); ${honest.served} of ${honest.visitors} visitors got a code, median ${honest.medianSeconds} s, p95 ${honest.p95Seconds} s; a guess took ${guessMs.toFixed(2)} ms`
    return { did, violations }
  },
}

/** What one guess at a real challenge takes on one core of this machine, in native code as an attacker would run it. */
function measureGuessMs(): number {
  const { rounds } = effortOf(1)
  const before = process.cpuUsage().user
  for (let guess = 0; guess < guesses; guess += 1) pbkdf2Sync(`guess ${guess}`, 'salt', rounds, 32, 'sha256')
  return (process.cpuUsage().user - before) / 1000 / guesses
}
