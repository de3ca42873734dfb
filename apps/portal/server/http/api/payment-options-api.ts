import { type Currency, displayMoney, type Money, money, parseMoney } from '@nyanja/domain/money/money'
import { dollarsFor, unitsPerDollar } from '@nyanja/domain/money/units'
import { canPayBill, canRecharge, isLineType, type LineType } from '@nyanja/domain/numbers/msisdn'
import { fillKnown } from '@nyanja/domain/texts/fill'
import type { AmountProblem } from '@nyanja/server/payments/checkout-request'
import type { MethodStanding } from '@nyanja/server/payments/methods'
import type { Market } from '@nyanja/server/settings/market'
import { paymentMethods } from '../../../contract/otp.ts'
import { paymentOptions, paymentOptionsUnversioned } from '../../../contract/payment.ts'
import { isTransactionType, type TransactionType, transactionTypes } from '../../../contract/transaction.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

/** The order for which a channel requests the payment options; every member is optional. */
interface OptionsQuery {
  readonly amount?: string
  readonly currencyCode?: string
  readonly mobileNumber?: string
  readonly subscriberType?: string
  readonly rechargeType?: string
  readonly transactionType?: string
}

type Sources = Pick<Portal, 'market' | 'lines' | 'checkout'>
type Buys = NonNullable<TransactionType['buys']>

interface ReadOptions {
  readonly ordered: Money
  readonly charged: Currency
}

const badField = (field: keyof OptionsQuery) => failed('bad_input', { values: { field } })

/** Returns what would be paid and in which currency, or why `initiate` would refuse it. */
async function readOptionsQuery(
  query: OptionsQuery,
  sources: Sources,
): Promise<ReadOptions | { readonly problem: ApiAnswer }> {
  const { currency, secondCurrency, sells } = sources.market
  const charged = [currency, secondCurrency].find((one) => one === (query.currencyCode ?? currency))
  if (charged === undefined) return { problem: failed('currency_differs') }
  const type = typeOf(query.transactionType)
  if (type === undefined) return { problem: badField('transactionType') }
  const isSold = type.buys !== undefined && sells.includes(type.buys)
  if (query.transactionType !== undefined && !isSold) return { problem: failed('type_unavailable') }
  const problem = kindProblem(query) ?? (await lineProblem(query, type.buys, sources))
  if (problem !== undefined) return { problem }
  const ordered = sumOf(query.amount, type.buys, sources)
  if (ordered === undefined) return { problem: failed('invalid_amount') }
  if ('outcome' in ordered) return { problem: amountFailure(ordered) }
  return { ordered, charged }
}

function typeOf(code: string | undefined): Partial<TransactionType> | undefined {
  if (code === undefined) return {}
  return isTransactionType(code) ? transactionTypes[code] : undefined
}

const labels = new Set(Object.values(transactionTypes).map(({ label }) => label.toUpperCase()))

function kindProblem({ subscriberType, rechargeType }: OptionsQuery): ApiAnswer | undefined {
  if (subscriberType !== undefined && !isLineType(subscriberType.toUpperCase())) return badField('subscriberType')
  const kind = rechargeType?.toUpperCase()
  const isKind = kind === undefined || isTransactionType(kind) || isLineType(kind) || labels.has(kind)
  return isKind ? undefined : badField('rechargeType')
}

const mayHave: Readonly<Record<Buys, (lineType: LineType) => boolean>> = {
  airtime: canRecharge,
  bundle: canRecharge,
  bill: canPayBill,
  invoice: () => true,
  plan: () => true,
}

async function lineProblem(
  { mobileNumber, subscriberType }: OptionsQuery,
  buys: Buys | undefined,
  { lines }: Sources,
): Promise<ApiAnswer | undefined> {
  if (mobileNumber === undefined) return undefined
  const line = await lines.check(mobileNumber)
  if (line.outcome !== 'line') return failed('invalid_number')
  if (buys !== undefined && !mayHave[buys](line.lineType)) return failed('invalid_number')
  const isOther = subscriberType !== undefined && subscriberType.toUpperCase() !== line.lineType
  return isOther ? badField('subscriberType') : undefined
}

/** Returns the typed sum; without one, as much as any payment option accepts; undefined for an invalid amount. */
function sumOf(
  amount: string | undefined,
  buys: Buys | undefined,
  { market, checkout }: Sources,
): Money | AmountProblem | undefined {
  const { currency, secondCurrency } = market
  if (amount === undefined) return money(currency, unitsPerDollar)
  if (buys === 'airtime' || buys === 'bill' || buys === 'invoice') {
    const reading = buys === 'airtime' ? checkout.parseAirtimeAmount(amount) : checkout.parseBillAmount(amount)
    return reading.outcome === 'valid' ? reading.amount : reading
  }
  if (buys === undefined && secondCurrency !== undefined)
    return /^[1-9]\d{0,8}$/.test(amount) ? dollarsFor(Number(amount)) : undefined
  const price = parseMoney(amount, currency)
  return price === undefined || price.minor === 0 ? undefined : price
}

function amountFailure(problem: AmountProblem): ApiAnswer {
  return failed(problem.outcome, 'limit' in problem ? { values: { amount: displayMoney(problem.limit) } } : {})
}

type Offered = Pick<Market, 'paymentOptions' | 'brand'>

interface Named {
  readonly name: string
}

const byName = (left: Named, right: Named) => left.name.localeCompare(right.name)

/** Several card gateways are told apart by their names. */
function optionOf(option: Market['paymentOptions'][number], { paymentOptions, brand }: Offered) {
  const { name, type } = paymentMethods[option.method]
  if (option.method !== 'card') return { name: fillKnown(name, { product: brand }), type }
  const { gateway, displayName = gateway } = option
  const isOnlyCard = paymentOptions.filter(({ method }) => method === 'card').length === 1
  return { name: isOnlyCard ? name : `${name} with ${displayName}`, type, paymentGateway: gateway }
}

export function optionsOf(offered: Offered) {
  return offered.paymentOptions.map((option) => optionOf(option, offered)).sort(byName)
}

type PaymentOptionsPortal = Pick<
  Portal,
  'market' | 'lines' | 'checkout' | 'openPaymentOptions' | 'methodsFor' | 'methodRecords'
>

export function servePaymentOptions(api: Api, portal: PaymentOptionsPortal): void {
  for (const operation of [paymentOptions, paymentOptionsUnversioned])
    serve(api, operation, async ({ input, succeed }) => {
      const query = await readOptionsQuery(input, portal)
      if ('problem' in query) return query.problem
      const { ordered, charged } = query
      const paymentOption = await optionsNow(portal, (offered) => portal.methodsFor(offered, ordered, charged))
      return succeed({ paymentOption })
    })
}

type FilterOptions = (offered: Market['paymentOptions']) => Market['paymentOptions']

/** Lists the payment options with their health, without those that no payment may begin with right now. */
async function optionsNow({ market, openPaymentOptions, methodRecords }: PaymentOptionsPortal, choose: FilterOptions) {
  const { brand } = market
  const paymentOptions = choose(await openPaymentOptions())
  const standings = await Promise.all(paymentOptions.map(({ method }) => methodRecords.of(method)))
  return paymentOptions
    .flatMap((option, at) => {
      const standing = standings[at]
      return standing?.isAvailable ? { ...optionOf(option, { brand, paymentOptions }), ...fareOf(standing) } : []
    })
    .sort(byName)
}

function fareOf({ health, record: { medianToCreditMs } }: MethodStanding) {
  return { health, ...(medianToCreditMs === undefined ? {} : { usualSeconds: Math.ceil(medianToCreditMs / 1000) }) }
}
