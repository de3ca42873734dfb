import { type Bundle, type BundleKind, broadbandCategory, overlaps } from '@nyanja/domain/bundles/bundle'
import { type Currency, displayMoney, parseMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import type { Order } from '@nyanja/server/payments/orders'
import type { BalanceEntry } from '@nyanja/server/subscriber/balances'
import { type Clock, clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { hrefsAt } from '../order/order-page.ts'
import { proofOf } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'

type BroadbandTexts = ContentPackages['broadband-translation']

export interface BalanceRow {
  readonly service: string
  readonly description: string
  /** Undefined for an unlimited balance, which is shown as a dash. */
  readonly balance?: string
  /** Undefined for money, whose currency is part of the balance as it is in prices. */
  readonly unit?: string
  readonly expires: string
}

/** What the account contact sees of a router. */
export interface BalanceView {
  readonly rows: readonly BalanceRow[]
  /** The balances of bundles. */
  readonly active: readonly BalanceRow[]
  readonly activeText: string
  readonly activeHref: string
  /** Whether the list of active bundles is shown. Without script it has its own address. */
  readonly isActiveShown: boolean
}

const serviceTexts = {
  DATA: 'serviceData',
  AIRTIME: 'serviceAirtime',
  VOICE: 'serviceVoice',
  SMS: 'serviceSms',
} as const satisfies Record<BalanceEntry['serviceType'], keyof BroadbandTexts>

/** `silent` while the BSS does not answer. */
export async function balanceView(portal: Portal, url: URL, order: Order): Promise<BalanceView | 'unavailable'> {
  const { market, content } = portal
  const entries = await portal.balances.of(order.msisdn).catch(() => undefined)
  if (entries === undefined) return 'unavailable'
  const language = languageOf(url, market)
  const texts = content.page('broadband-translation', language)
  const sources = { texts, clock: clockOf(market, language), currency: market.currency }
  const active = activeIn(entries)
  return {
    rows: entries.map((entry) => toBalanceRow(entry, sources)),
    active: active.map((entry) => toBalanceRow(entry, sources)),
    activeText: fill(texts.activeShow, { count: active.length }),
    activeHref: `${hrefsAt(url).dataBalance({ order: order.id, active: '1' })}#active-bundles`,
    isActiveShown: url.searchParams.has('active'),
  }
}

interface TextSources {
  readonly texts: BroadbandTexts
  readonly clock: Clock
}

interface RowSources extends TextSources {
  readonly currency: Currency
}

function toBalanceRow(entry: BalanceEntry, { texts, clock, currency }: RowSources): BalanceRow {
  const { serviceType, description, endsAt } = entry
  return {
    service: texts[serviceTexts[serviceType]],
    description,
    expires: endsAt === undefined ? texts.expiresNot : fill(texts.expires, { date: clock.longDay(endsAt) }),
    ...showBalance(entry, currency),
  }
}

/** Formats a balance as `MWK 1,946.25`, or as `1,946.25` with its unit. */
function showBalance({ balance, unit }: BalanceEntry, currency: Currency): Pick<BalanceRow, 'balance' | 'unit'> {
  const amount =
    unit === currency && balance !== undefined ? parseMoney(balance, currency, { allowNegative: true }) : undefined
  if (amount !== undefined) return { balance: displayMoney(amount) }
  return { unit, ...(balance !== undefined && { balance: groupThousands(balance) }) }
}

/** Formats a figure as `1,946.25`. */
function groupThousands(decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

/** Explains why the visitor may want to wait, by naming each active bundle that overlaps the chosen one. */
export function overlapTexts(entries: readonly BalanceEntry[], { texts, clock }: TextSources): string[] {
  return entries.map(({ description: bundle, endsAt }) =>
    endsAt === undefined
      ? fill(texts.overlapEndless, { bundle })
      : fill(texts.overlap, { bundle, end: clock.date(endsAt) }),
  )
}

export const balancePurpose = 'balance'

/** Codes and proofs of one order show the balances of no other router. */
export const balanceCodeScope = ({ id }: Order): OtpPlace => ({
  channel: 'web',
  purposes: [balancePurpose],
  subject: id,
})

/** Tells whether this browser has proven that its visitor is the account contact. */
export async function isAccountContact(
  { codes }: Pick<Portal, 'codes'>,
  request: Request,
  { id }: Order,
): Promise<boolean> {
  const uniqueCode = await proofOf(request)
  const proven = uniqueCode === '' ? undefined : await codes.findProvenBinding({ uniqueCode })
  return proven?.purpose === balancePurpose && proven.subject === id
}

type Service = BalanceEntry['serviceType']

const kindOf: Readonly<Record<Service, BundleKind | undefined>> = {
  DATA: 'data',
  VOICE: 'voice',
  SMS: 'sms',
  AIRTIME: undefined,
}

/** The balances of bundles, without airtime. */
function activeIn(entries: readonly BalanceEntry[]): BalanceEntry[] {
  return entries.filter(({ serviceType }) => kindOf[serviceType] !== undefined)
}

/** Finds the active bundles of the same use as the chosen one. */
export function overlapping(entries: readonly BalanceEntry[], bundle: Bundle, now: number): BalanceEntry[] {
  return entries.filter(({ serviceType, endsAt }) => {
    const kind = kindOf[serviceType]
    if (kind === undefined) return false
    return overlaps(
      { category: broadbandCategory, kinds: [kind], ...(endsAt !== undefined && { endsAt }) },
      bundle,
      now,
    )
  })
}
