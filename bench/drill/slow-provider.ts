import { told } from '../audit/told.ts'
import { hangOneProvider, type Window } from '../slow-provider/drill.ts'
import { quantile } from '../stage/figures.ts'
import type { Drill } from './drill.ts'
import { ratio } from './words.ts'

const mostMoved = 1.1
/** A tenth of a few milliseconds is noise, and nobody notices it. */
const unnoticedMs = 10

const words = { pageMs: 'status pages', handOverMs: 'other hand-overs', toDeliveryMs: 'other deliveries' } as const
const times = ['pageMs', 'handOverMs', 'toDeliveryMs'] as const satisfies readonly (keyof Window)[]

export const slowProvider: Drill = {
  name: 'slow-provider',
  promise: 'while one provider hangs, the p99 of everything else moves by a tenth at most, and nothing is lost',
  async run({ seed, isFull }) {
    const report = await hangOneProvider({
      turns: isFull ? 30 : 4,
      windowSeconds: isFull ? 60 : 30,
      paymentsPerSecond: 10,
      pagesPerSecond: 40,
      cardsPerSecond: 4,
      hangMs: 300_000,
      seed,
      settlePatienceMs: 200_000,
    })
    const moved = times.map((time) => {
      const [before, during] = [report.healthy[time], report.slow[time]].map((values) => quantile(values, 0.99))
      return { time, before: before ?? 0, during: during ?? 0 }
    })
    const tooFar = moved.filter(({ before, during }) => during > before * mostMoved && during - before > unnoticedMs)
    const figures = moved.map(
      ({ time, before, during }) =>
        `${words[time]} p99 ${before.toFixed(0)} → ${during.toFixed(0)} ms (${ratio(during / before)})`,
    )
    return {
      did: [`${report.cards} payments at the provider that hung`, ...figures].join(', '),
      violations: [...told(report.violations), ...tooFar.map(({ time }) => `${words[time]} became slower`)],
    }
  },
}
