import { getSymptom, type Symptom } from '@nyanja/domain/payments/method-health'
import { fill, fillKnown } from '@nyanja/domain/texts/fill'
import type { Method } from '@nyanja/server/payments/attempt'
import type { MethodStanding } from '@nyanja/server/payments/methods'
import type { Market } from '@nyanja/server/settings/market'
import { durationText } from '@nyanja/web/format/clock'
import { iconPath } from '../ui/icon.tsx'
import type { Tone } from '../ui/notes.tsx'
import type { PaymentTexts } from './order-facts.ts'

export interface MethodOption {
  readonly method: Method
  readonly gateway: string
  /** Its own part of the address. */
  readonly segment: string
  readonly name: string
  readonly hint: string
  readonly sign: string
  readonly trouble?: Trouble | undefined
}

const copy = {
  card: { name: 'methodCard', hint: 'methodCardHint', sign: iconPath('card') },
  nyanja_money: { name: 'methodMoney', hint: 'methodMoneyHint', sign: iconPath('money') },
  nyanja_money_pin: { name: 'methodMoneyPin', hint: 'methodMoneyPinHint', sign: iconPath('money') },
  smartcash: { name: 'methodSmartcash', hint: 'methodSmartcashHint', sign: iconPath('wallet') },
  airtime: { name: 'methodAirtime', hint: 'methodAirtimeHint', sign: iconPath('code') },
  mpesa: { name: 'methodMpesa', hint: 'methodMpesaHint', sign: iconPath('push') },
} as const satisfies Record<Method, { name: keyof PaymentTexts; hint: keyof PaymentTexts; sign: MethodOption['sign'] }>

const cardSegment = 'card'

const segments = {
  card: () => cardSegment,
  nyanja_money: (brand) => `${slugOf(brand)}-money`,
  nyanja_money_pin: (brand) => `${slugOf(brand)}-money-pin`,
  smartcash: () => 'smartcash',
  airtime: () => 'airtime',
  mpesa: () => 'mpesa',
} as const satisfies Record<Method, (brand: string) => string>

const slugOf = (brand: string) =>
  brand
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The part of the address that is a method's own. */
export function segmentOf(method: Method, { brand }: Pick<Market, 'brand'>): string {
  return segments[method](brand)
}

export function methodName(method: Method, texts: PaymentTexts): string {
  return texts[copy[method].name]
}

/** Every payment option of the market, by name. The first gateway of a method has the method's own address. */
export function methodOptions(
  { paymentOptions, brand }: Pick<Market, 'paymentOptions' | 'brand'>,
  texts: PaymentTexts,
) {
  return paymentOptions
    .map((option): MethodOption => {
      const { method, gateway } = option
      const all = paymentOptions.filter((one) => one.method === method)
      // The gateways have different names only where the market has several.
      const { name, hint } = (all.length > 1 && option.labels) || copy[method]
      const segment = segmentOf(method, { brand }) + (option === all[0] ? '' : `-${gateway}`)
      const named = fillKnown(texts[name], { gateway: option.displayName ?? gateway })
      return { method, gateway, segment, name: named, hint: texts[hint], sign: copy[method].sign }
    })
    .sort((left, right) => left.name.localeCompare(right.name))
}

/**
 * Finds the option with an open form: the address decides, or else the market's first card, if it works. It is
 * undefined for an unknown address.
 */
export function openOption(options: readonly MethodOption[], segment: string | undefined): MethodOption | undefined {
  if (segment !== undefined) return options.find((option) => option.segment === segment)
  const working = options.filter(({ trouble }) => trouble?.isLast !== true)
  const cards = working.filter(({ method }) => method === 'card')
  return cards.find((option) => option.segment === cardSegment) ?? cards[0] ?? working[0] ?? options[0]
}

type TextName = keyof PaymentTexts

/** Most sentences treat the provider as a company; these payment methods have sentences of their own. */
const ownTexts: Readonly<Partial<Record<string, Readonly<Partial<Record<TextName, TextName>>>>>> = {
  card: { textChecking: 'textCheckingCard', stepMoneyChecking: 'stepMoneyCheckingCard' },
  airtime: {
    textChecking: 'textCheckingAirtime',
    stepMoneyChecking: 'stepMoneyCheckingAirtime',
    stepRefundSentText: 'stepRefundSentAirtimeText',
    reasonDeclined: 'reasonBarred',
    reasonInsufficient: 'reasonInsufficientAirtime',
    reasonInvalidUser: 'reasonNoAirtime',
    reasonRefused: 'reasonRefusedAirtime',
  },
  nyanja_money_pin: { reasonWrongPin: 'walletBlocked' },
  smartcash: { reasonWrongPin: 'smartcashBlocked', walletUnknown: 'smartcashUnknown' },
}

export function textsFor(method: string, texts: PaymentTexts): PaymentTexts {
  const own = Object.entries(ownTexts[method] ?? {}).map(([name, ownName]) => [name, texts[ownName]])
  return { ...texts, ...Object.fromEntries(own) }
}

/** What a payer should know about a method with trouble. */
export interface Trouble {
  readonly tag: string
  readonly tone: Tone
  /** The method is listed after those that work. */
  readonly isLast: boolean
  /** No payment may begin with it right now. */
  readonly isClosed: boolean
}

type TroubleTexts = Pick<
  PaymentTexts,
  'slowNow' | 'slowNowNoTime' | 'someFail' | 'manyFail' | 'setAside' | 'secondOne' | 'seconds' | 'minutes'
>

const tags: Readonly<Record<Symptom, (texts: TroubleTexts, medianMs: number | undefined) => string>> = {
  waits: (texts, ms) =>
    ms === undefined ? texts.slowNowNoTime : fill(texts.slowNow, { time: durationText(ms, texts) }),
  some_fail: ({ someFail }) => someFail,
  many_fail: ({ manyFail }) => manyFail,
}

/** Undefined as long as there is no trouble. */
export function troubleOf({ health, isAvailable, record }: MethodStanding, texts: TroubleTexts): Trouble | undefined {
  if (!isAvailable) return { tag: texts.setAside, tone: 'bad', isLast: true, isClosed: true }
  const symptom = getSymptom(record)
  if (symptom === undefined) return undefined
  const isLast = health === 'failing'
  return {
    tag: tags[symptom](texts, record.medianToCreditMs),
    tone: isLast ? 'bad' : 'wait',
    isLast,
    isClosed: false,
  }
}

interface Choosable {
  readonly trouble?: Trouble | undefined
}

const rankOf = ({ trouble }: Choosable) => Number(trouble?.isLast ?? false) + Number(trouble?.isClosed ?? false)

/** Sorts those that work first, each in the order they had. */
export function workingFirst<Option extends Choosable>(options: readonly Option[]): Option[] {
  return options.toSorted((left, right) => rankOf(left) - rankOf(right))
}
