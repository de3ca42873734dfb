import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { computeRefundDeadline } from '@nyanja/domain/payments/payment-deadlines'
import { dateFormatIn } from '@nyanja/domain/texts/date-format'
import { fill } from '@nyanja/domain/texts/fill'
import { toLanguagePrefix } from '@nyanja/domain/texts/language'
import type { OutboxMessage } from '../common/outbox-message.ts'
import type { Content } from '../content/content.ts'
import type { ContentPackages } from '../content/content-packages.ts'
import { resumeMessageKind } from '../leads/draft-sender.ts'
import type { CodeSecrets } from '../otp/code-secrets.ts'
import { codeMessageKind, createCodeText } from '../otp/code-text.ts'
import { giftMessageKind } from '../payments/gift-messages.ts'
import type { RefundModeOf } from '../payments/payment-gateway.ts'
import type { Market } from '../settings/market.ts'
import { createGiftText } from './gift-text.ts'

export interface SmsTextOptions {
  readonly content: Content
  readonly market: Market
  readonly publicOrigin: string
  readonly codeSecrets: CodeSecrets
  readonly refundModeOf: RefundModeOf
}

type SmsKey = keyof ContentPackages['sms-translation']

/** Messages about home internet orders have the names of their texts. */
const leadKinds = [
  resumeMessageKind,
  'leadReceived',
  'leadUnsure',
  'leadInterested',
  'leadChecked',
  'leadPayable',
  'leadScheduled',
  'leadScheduledNoDay',
  'leadInstalled',
  'leadOnHold',
  'leadRefused',
  'leadCancelled',
  'leadReached',
] as const satisfies readonly SmsKey[]

const keyOf = {
  deliveredAirtime: (): SmsKey => 'deliveredAirtime',
  deliveredBundle: ({ endsAt }): SmsKey => (endsAt === undefined ? 'deliveredBundleNoExpiry' : 'deliveredBundle'),
  deliveredSeveral: (): SmsKey => 'deliveredSeveral',
  deliveredSome: (): SmsKey => 'deliveredSome',
  billPaid: (): SmsKey => 'billPaid',
  planPaid: (): SmsKey => 'planPaid',
  refundBegun: (): SmsKey => 'refundBegun',
  refunded: (): SmsKey => 'refunded',
  partRefundBegun: (): SmsKey => 'partRefundBegun',
  partRefunded: (): SmsKey => 'partRefunded',
  creditGiven: (): SmsKey => 'creditGiven',
  takenBack: (): SmsKey => 'takenBack',
  takenFromLine: (): SmsKey => 'takenFromLine',
  bundleEnds: (): SmsKey => 'bundleEnds',
  timeToBuy: ({ amount }): SmsKey => (amount === undefined ? 'timeToBuy' : 'timeToBuyAirtime'),
  billOpen: (): SmsKey => 'billOpen',
  billDue: (): SmsKey => 'billDue',
} satisfies Record<string, (params: OutboxMessage['params']) => SmsKey>

function findTextKey(kind: string, params: OutboxMessage['params']): SmsKey | undefined {
  if (isKind(kind)) return keyOf[kind](params)
  return leadKinds.find((one) => one === kind)
}

function isKind(kind: string): kind is keyof typeof keyOf {
  return Object.hasOwn(keyOf, kind)
}

/** A lead, a draft and a reminder have pages of their own; all other messages are about a payment. */
function pageOf({ attemptId, params: { trackId, draft, remind } }: OutboxMessage): string {
  if (remind !== undefined) return `/remind/${remind}`
  if (draft !== undefined) return `/hbb-lead?draft=${draft}`
  return trackId === undefined ? `/payment/status?id=${attemptId}` : `/hbb-lead-status?lead=${trackId}`
}

const dayFormat = { weekday: 'short', day: 'numeric', month: 'short' } as const

const clockFormat = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** Writes the text of a message. */
export function createSmsText(options: SmsTextOptions): (message: OutboxMessage) => string {
  const { content, market, publicOrigin, codeSecrets, refundModeOf } = options
  const [main] = market.languages
  // The formats are created once, because that takes longer than the rest of a message.
  const { timeZone } = market
  const formatsOf = (format: Intl.DateTimeFormatOptions) =>
    Object.fromEntries(market.languages.map(({ code }) => [code, dateFormatIn(market, code, { ...format, timeZone })]))
  const clocks = formatsOf(clockFormat)
  const days = formatsOf(dayFormat)
  const day = (language: string, at: number) => (days[language] ?? days[main.code])?.format(at) ?? ''
  const zone = market.timeZoneName === undefined ? '' : ` (${market.timeZoneName})`
  const clock = (language: string, at: number) => `${(clocks[language] ?? clocks[main.code])?.format(at) ?? ''}${zone}`

  const textsIn = (language: string) => content.page('sms-translation', language)
  const codeText = createCodeText({ secrets: codeSecrets, host: new URL(publicOrigin).hostname, textsIn })
  const giftText = createGiftText({ textsIn, mainLanguage: main.code })

  return (message) => {
    const { kind, language, msisdn, params } = message
    if (kind === codeMessageKind) return codeText(message)
    if (kind === giftMessageKind) return giftText(message)
    const key = findTextKey(kind, params)
    if (key === undefined) throw new Error(`No text for ${kind}`)
    const prefix = toLanguagePrefix(language, market.languages)
    const formatRefundDay = (begunAt: string) =>
      computeRefundDeadline(Number(begunAt), refundModeOf(params.gateway, kind === 'partRefundBegun'))
    return fill(textsIn(language)[key], {
      ...params,
      number: maskMsisdn(params.line ?? msisdn, market.numbers.countryCode),
      end: params.endsAt === undefined ? '' : clock(language, Number(params.endsAt)),
      time: params.at === undefined ? '' : clock(language, formatRefundDay(params.at)),
      day: params.day === undefined ? '' : day(language, Number(params.day)),
      link: `${publicOrigin}${prefix}${pageOf(message)}`,
    })
  }
}
