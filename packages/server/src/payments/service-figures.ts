import { computeTrackRecord, type MethodRecord } from '@nyanja/domain/payments/method-health'
import { hour, minute } from '@nyanja/domain/time'
import { createRecall, type Recall } from '../common/cache.ts'
import type { MethodRecords, MethodStanding, RecentTries } from './methods.ts'
export const figurePeriods = { hour, day: 24 * hour } as const
export type FigurePeriod = keyof typeof figurePeriods

export interface Figures extends MethodRecord {
  /** The sample is limited; these are the latest. */
  readonly isSample: boolean
}

export interface MethodFigures extends Readonly<Record<FigurePeriod, Figures>> {
  /** False while staff have switched off the method or all its gateways. */
  readonly isOpen: boolean
  /** The gateways that are switched off while others are in use. */
  readonly gatewaysOff: readonly string[]
  readonly standing: MethodStanding
}

export interface ServiceFiguresOptions {
  readonly tries: RecentTries
  readonly records: Pick<MethodRecords, 'of'>
  /** Lists the gateways of a method, and whether visitors may choose them. */
  readonly gatewaysOf: (method: string) => Promise<readonly { readonly gateway: string; readonly isOpen: boolean }[]>
  readonly methods: readonly string[]
  readonly now: () => number
}

/** A number large enough for a share and a median; on a busy day reading all payments would delay them. */
const mostCounted = 2_000

const knownForMs = minute

/** Computes the public figures of each method's payments in the last hour and day. */
export class ServiceFigures {
  readonly #options: ServiceFiguresOptions
  readonly #figuresOf: Readonly<Record<FigurePeriod, Recall<Figures>>>

  constructor(options: ServiceFiguresOptions) {
    const { tries, methods, now } = options
    this.#options = options
    const figuresIn = (periodMs: number) =>
      createRecall({
        ms: knownForMs,
        entries: methods.length,
        now,
        async read(method): Promise<Figures> {
          const recent = await tries.of(method, now() - periodMs, mostCounted)
          return { ...computeTrackRecord(recent, now()), isSample: recent.length === mostCounted }
        },
      })
    this.#figuresOf = { hour: figuresIn(figurePeriods.hour), day: figuresIn(figurePeriods.day) }
  }

  async all(): Promise<readonly MethodFigures[]> {
    const { methods, records, gatewaysOf } = this.#options
    return Promise.all(
      methods.map(async (method) => {
        const gateways = await gatewaysOf(method)
        const isOpen = gateways.some((one) => one.isOpen)
        return {
          isOpen,
          gatewaysOff: isOpen ? gateways.flatMap((one) => (one.isOpen ? [] : [one.gateway])) : [],
          standing: await records.of(method),
          hour: await this.#figuresOf.hour(method),
          day: await this.#figuresOf.day(method),
        }
      }),
    )
  }
}
