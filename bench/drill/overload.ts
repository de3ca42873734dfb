import { type FloodClass, flood } from '../overload/drill.ts'
import { quantile } from '../stage/figures.ts'
import type { Drill } from './drill.ts'
import { seconds } from './words.ts'

const refusalMs = 100
const paymentMs = 1_000
const normalMs = 5_000

export const overload: Drill = {
  name: 'overload',
  promise: 'at three times its capacity the portal refuses new visitors at once and in words, and payments go on',
  async run({ isFull, seconds: given }) {
    const asked = given ?? (isFull ? 600 : 60)
    const { capacity, answers, normalAfterMs } = await flood({
      seconds: asked,
      timesCapacity: 3,
      paymentsPerSecond: 10,
    })
    const of = (name: FloodClass, status: number) =>
      answers[name].filter((seen) => seen.status === status).map(({ ms }) => ms)
    const refused = of('page', 503)
    const [refusedP99, paymentP99] = [quantile(refused, 0.99), quantile(of('payment', 200), 0.99)]
    const others = Object.values(answers).flatMap((all) =>
      all.filter(({ status }) => ![200, 302, 303, 404, 503].includes(status)),
    )
    const wordless = answers.page.filter(
      ({ status, headers, body }) => status === 503 && !(headers['retry-after'] && body.includes('<h1')),
    )
    const broken = [
      refused.length === 0 && 'no new visitor was refused',
      refusedP99 > refusalMs && `refusals took ${refusedP99.toFixed(0)} ms`,
      paymentP99 > paymentMs && `payment steps took ${paymentP99.toFixed(0)} ms`,
      of('payment', 503).length > 0 && `${of('payment', 503).length} payment steps were refused`,
      others.length > 0 && `${others.length} requests failed: ${others[0]?.status} ${others[0]?.body.slice(0, 80)}`,
      wordless.length > 0 && `${wordless.length} refusals had no words`,
      normalAfterMs > normalMs && `normal only after ${seconds(normalAfterMs)}`,
    ]
    const did = [
      `${asked} s at 3 × ${capacity.toFixed(0)} new pages a second`,
      `${answers.page.length} asked, ${of('page', 200).length} served (p99 ${quantile(of('page', 200), 0.99).toFixed(0)} ms)`,
      `${refused.length} refused (p50 ${quantile(refused, 0.5).toFixed(0)}, p99 ${refusedP99.toFixed(0)} ms)`,
      `${of('payment', 200).length} payment steps p99 ${paymentP99.toFixed(0)} ms`,
      `${of('journey', 503).length} of ${answers.journey.length} steps of journeys refused`,
      `normal after ${seconds(normalAfterMs)}`,
    ].join(', ')
    return { did, violations: broken.filter((line) => line !== false) }
  },
}
