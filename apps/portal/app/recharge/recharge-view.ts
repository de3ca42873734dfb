import { type Bundle, endOfBundle } from '@nyanja/domain/bundle'
import { displayMoney } from '@nyanja/domain/money'
import { cheapestPerMb, pricePerMb, pricePerMbText } from '@nyanja/domain/price-per-mb'
import type { ContentPackages } from '../../server/content/content-packages.ts'
import { givesOf, isPlain, planOf } from '../format/bundle-words.ts'
import type { Clock } from '../format/clock.ts'

export type RechargeTexts = ContentPackages['recharge-translation']

/** One line of the bundle table, all of it as text. */
export interface BundleRow {
  readonly code: string
  readonly kind: Kind
  readonly gives: string
  readonly plan: string
  /** Where size and period do not say it all: `from 23:00 to 06:00`. */
  readonly about?: string
  /** Undefined for what never ends. */
  readonly ends?: string
  readonly endsInFull?: string
  readonly price: string
  readonly perMb?: string
  /** Length of the price bar in pixels: the dearest MB of the list is the longest. */
  readonly bar?: number
  readonly isCheapest?: true
}

const kinds = ['data', 'social', 'calls', 'sms', 'mixed', 'others', 'all'] as const
export type Kind = (typeof kinds)[number]

const kindOfCategory: Readonly<Record<string, Kind>> = {
  data: 'data',
  social: 'social',
  voice: 'calls',
  sms: 'sms',
  mixed: 'mixed',
}
const textOfKind = {
  data: 'filterData',
  social: 'filterSocial',
  calls: 'filterCalls',
  sms: 'filterSms',
  mixed: 'filterMixed',
  others: 'filterOthers',
  all: 'filterAll',
} as const satisfies Record<Kind, keyof RechargeTexts>

const longestBar = 88

interface RowsOptions {
  readonly now: number
  readonly clock: Clock
  readonly texts: RechargeTexts
}

export function bundleRows(bundles: readonly Bundle[], { now, clock, texts }: RowsOptions): BundleRow[] {
  const comparable = bundles.filter(({ category }) => category === 'data')
  const cheapest = comparable.length > 1 ? cheapestPerMb(comparable) : undefined
  const dearest = Math.max(...bundles.map((bundle) => pricePerMb(bundle) ?? 0))

  return bundles.map((bundle) => {
    const end = endOfBundle(bundle, now)
    const perMb = pricePerMb(bundle)
    return {
      code: bundle.productCode,
      kind: kindOfCategory[bundle.category] ?? 'others',
      gives: givesOf(bundle, texts),
      plan: planOf(bundle, texts),
      price: displayMoney(bundle.price),
      ...(!isPlain(bundle) && bundle.description !== '' && { about: bundle.description }),
      ...(end !== undefined && { ends: clock.day(end), endsInFull: clock.date(end) }),
      ...(perMb !== undefined && {
        perMb: pricePerMbText(bundle)?.replace('MB', texts.unitMB),
        bar: Math.max(2, Math.round((longestBar * perMb) / dearest)),
      }),
      ...(bundle === cheapest && { isCheapest: true as const }),
    }
  })
}

export interface Filter {
  readonly kind: Kind
  readonly label: string
}

/** One chip for each kind that the line can have, and one for all. None where there is nothing to choose between. */
export function filtersOf(rows: readonly BundleRow[], texts: RechargeTexts): Filter[] {
  const found = kinds.filter((kind) => rows.some((row) => row.kind === kind))
  return found.length < 2 ? [] : [...found, 'all' as const].map((kind) => ({ kind, label: texts[textOfKind[kind]] }))
}

/** The kind that was asked for, or else the first there is. */
export function shownKind(asked: string | null, filters: readonly Filter[]): Kind {
  return filters.find(({ kind }) => kind === asked)?.kind ?? filters[0]?.kind ?? 'all'
}

export function rowsOfKind(rows: readonly BundleRow[], kind: Kind): readonly BundleRow[] {
  return kind === 'all' ? rows : rows.filter((row) => row.kind === kind)
}
