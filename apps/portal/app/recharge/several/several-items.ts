import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { checkAmount } from '@nyanja/domain/money/amount-limits'
import { majorText } from '@nyanja/domain/money/money'
import { unitsIn } from '@nyanja/domain/money/units'
import { canRecharge, groupWhileTyping } from '@nyanja/domain/numbers/msisdn'
import type { TypedItem } from '@nyanja/domain/payments/number-list'
import { mostItems, type OrderItem } from '@nyanja/domain/payments/order-items'
import type { Challenge } from '@nyanja/domain/rate-limits/rate-limit'
import { fill } from '@nyanja/domain/texts/fill'
import type { Order } from '@nyanja/server/payments/orders'
import type { VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../../server/portal.ts'
import { translateBundles } from '../../format/bundle-texts.ts'
import { numberProblem } from '../../number/field-rules.ts'
import { findTypedLine } from '../../number/typed-line.ts'
import { languageOf } from '../../page-language.ts'
import type { Problem } from '../../ui/error-summary.tsx'
import { pageOf, prepaidLimits } from '../recharge-page.ts'
import { amountMessage } from '../recharge-problems.ts'

/** The fields of a row, counted from 1. */
export const numberField = (place: number) => `number${place}`
export const whatField = (place: number) => `what${place}`

const places = Array.from({ length: mostItems }, (_, index) => index + 1)

/** The rows that were sent; those after the last one with a text are left out. */
export function readItems(form: FormData): readonly TypedItem[] {
  const items = places.map((place) => ({
    number: readField(form, numberField(place)),
    what: readField(form, whatField(place)),
  }))
  return items.slice(0, items.findLastIndex((item) => !isEmpty(item)) + 1)
}

const isEmpty = ({ number, what }: TypedItem) => number.trim() === '' && what.trim() === ''

/** The rows of an order to which its visitor returned. */
export function itemsOf({ choice }: Order, { market }: Pick<Portal, 'market'>, url: URL) {
  const language = languageOf(url, market)
  if (choice?.kind !== 'several') return []
  return choice.items.map(({ msisdn, amount, bundle }): TypedItem => {
    const [translated] = bundle === undefined ? [] : translateBundles([bundle], language)
    const figure = market.secondCurrency === undefined ? majorText(amount) : String(unitsIn(amount))
    return { number: groupWhileTyping(msisdn, market.numbers), what: translated?.name ?? figure }
  })
}

/** The bundles of a prepaid line, named in the language of the page. None while the catalogue cannot be read. */
export async function findBundles(portal: Portal, url: URL): Promise<readonly Bundle[]> {
  if (!portal.market.sells.includes('bundle')) return []
  const bundles = await portal.bundles.forLine({ lineType: 'PREPAID', isBroadband: false }).catch(() => [])
  return translateBundles(bundles, languageOf(url, portal.market))
}

export type ItemsCheck =
  | { readonly outcome: 'items'; readonly items: readonly OrderItem[] }
  | { readonly outcome: 'problems'; readonly problems: readonly Problem[] }
  | { readonly outcome: 'challenge'; readonly challenge: Challenge }

interface CheckedItem {
  readonly outcome: 'checked'
  readonly place: number
  readonly item?: OrderItem
  readonly problems: readonly Problem[]
}

type Sources = Portal & { readonly visitorLines: VisitorLines }

/** Checks each row by itself, so that all that is wrong is told at once. */
export async function checkItems(portal: Sources, url: URL, typed: readonly TypedItem[]): Promise<ItemsCheck> {
  const texts = portal.content.page('several-translation', languageOf(url, portal.market))
  if (typed.every(isEmpty)) return { outcome: 'problems', problems: [{ field: numberField(1), text: texts.none }] }
  const bundles = await findBundles(portal, url)
  const checked: CheckedItem[] = []
  for (const [index, row] of typed.entries()) {
    if (isEmpty(row)) continue
    const one = await checkItem(portal, url, { ...row, place: index + 1, bundles })
    if (one.outcome === 'challenge') return one
    const { item, place } = one
    const earlier = item && checked.find((other) => isSame(other.item, item))
    const twice = earlier && { field: numberField(place), text: fill(texts.twice, { place: earlier.place }) }
    checked.push(twice === undefined ? one : { ...one, problems: [twice] })
  }
  const problems = checked.flatMap((one) => one.problems)
  const items = checked.flatMap(({ item }) => item ?? [])
  return problems.length > 0 ? { outcome: 'problems', problems } : { outcome: 'items', items }
}

interface Row extends TypedItem {
  readonly place: number
  readonly bundles: readonly Bundle[]
}

type Challenged = Extract<ItemsCheck, { readonly outcome: 'challenge' }>

async function checkItem(portal: Sources, url: URL, row: Row): Promise<CheckedItem | Challenged> {
  const { place } = row
  const number = await checkNumber(portal, url, row)
  if (number.outcome === 'challenge') return number
  const thing = checkThing(portal, url, row)
  const problems = [number, thing].flatMap((one) => ('problem' in one ? [one.problem] : []))
  const { msisdn } = number
  const item = msisdn === undefined || 'problem' in thing ? {} : { item: { msisdn, ...thing } }
  return { outcome: 'checked', place, problems, ...item }
}

/** The same for the same number is a slip more often than a wish. */
const isSame = (one: OrderItem | undefined, other: OrderItem) =>
  one?.msisdn === other.msisdn &&
  one.amount.minor === other.amount.minor &&
  one.bundle?.productCode === other.bundle?.productCode

type NumberCheck =
  | { readonly outcome: 'line'; readonly msisdn: string }
  | { readonly outcome: 'fault'; readonly msisdn?: undefined; readonly problem: Problem }
  | Challenged

async function checkNumber(portal: Sources, url: URL, { number, place }: Row): Promise<NumberCheck> {
  const texts = portal.content.page('several-translation', languageOf(url, portal.market))
  const fault = (text: string) => ({ outcome: 'fault', problem: { field: numberField(place), text } }) as const
  const line = await findTypedLine(portal.visitorLines, number)
  if (line.outcome === 'challenge') return line
  if (line.outcome === 'fault') return fault(numberProblem(portal, url, line.fault))
  if (line.isBroadband) return fault(texts.router)
  if (line.lineType !== 'PREPAID' || !canRecharge(line.lineType)) return fault(texts.notPrepaid)
  return { outcome: 'line', msisdn: line.msisdn }
}

/** An amount is a number; all else is the name of a bundle, in any case, or its code. */
function checkThing(
  portal: Portal,
  url: URL,
  { what, place, bundles }: Row,
): Omit<OrderItem, 'msisdn'> | { readonly problem: Problem } {
  const language = languageOf(url, portal.market)
  const name = what.trim().toLowerCase()
  const bundle = bundles.find((one) => [one.name, one.productCode].some((each) => each.toLowerCase() === name))
  if (bundle !== undefined) return { amount: bundle.price, bundle }
  const reading = checkAmount(what, prepaidLimits(portal.market))
  if (reading.outcome === 'valid') return { amount: reading.amount }
  const { unknown } = portal.content.page('several-translation', language)
  const { amountRequired } = portal.content.page('recharge-translation', language)
  const isName = reading.outcome === 'not_a_number' && portal.market.sells.includes('bundle')
  const text = isName ? unknown : amountMessage(reading.outcome, { ...pageOf(portal, url).texts, amountRequired })
  return { problem: { field: whatField(place), text } }
}
