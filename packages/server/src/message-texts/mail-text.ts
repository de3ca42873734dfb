import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { computeRefundDeadline } from '@nyanja/domain/payments/payment-deadlines'
import { dateFormatIn, momentFormat } from '@nyanja/domain/texts/date-format'
import { escaped } from '@nyanja/domain/texts/escape'
import { fill } from '@nyanja/domain/texts/fill'
import { toLanguagePrefix } from '@nyanja/domain/texts/language'
import type { Content } from '../content/content.ts'
import type { ContentPackages } from '../content/content-packages.ts'
import type { DueMail, Mail } from '../messages/mails.ts'
import type { Method } from '../payments/attempt.ts'
import type { RefundModeOf } from '../payments/payment-gateway.ts'
import type { Market } from '../settings/market.ts'

export interface MailTextOptions {
  readonly content: Content
  readonly market: Market
  readonly publicOrigin: string
  readonly refundModeOf: RefundModeOf
}

type Texts = ContentPackages['mail-translation']
type PaymentTexts = ContentPackages['orp-translation']

interface MailTexts {
  readonly subject: keyof Texts
  readonly text: (params: DueMail['params']) => keyof Texts
}

const textsOf = {
  deliveredAirtime: { subject: 'subjectDelivered', text: () => 'deliveredAirtime' },
  deliveredBundle: {
    subject: 'subjectDelivered',
    text: ({ endsAt }) => (endsAt === undefined ? 'deliveredBundleNoExpiry' : 'deliveredBundle'),
  },
  deliveredSeveral: { subject: 'subjectDelivered', text: () => 'deliveredSeveral' },
  deliveredSome: { subject: 'subjectDelivered', text: () => 'deliveredSome' },
  billPaid: { subject: 'subjectDelivered', text: () => 'billPaid' },
  planPaid: { subject: 'subjectDelivered', text: () => 'planPaid' },
  refundBegun: { subject: 'subjectRefundBegun', text: () => 'refundBegun' },
  refunded: { subject: 'subjectRefunded', text: () => 'refunded' },
  partRefundBegun: { subject: 'subjectPartRefundBegun', text: () => 'partRefundBegun' },
  partRefunded: { subject: 'subjectPartRefunded', text: () => 'partRefunded' },
  creditGiven: { subject: 'subjectCredit', text: () => 'creditGiven' },
  takenBack: { subject: 'subjectTakenBack', text: () => 'takenBack' },
} as const satisfies Record<string, MailTexts>

/** The kinds of mail about a payment that is final. */
const withReceipt: ReadonlySet<string> = new Set([
  'deliveredAirtime',
  'deliveredBundle',
  'deliveredSeveral',
  'deliveredSome',
  'billPaid',
  'planPaid',
  'refunded',
  'partRefunded',
  'creditGiven',
] satisfies (keyof typeof textsOf)[])

export const bringsReceipt = ({ kind }: Pick<DueMail, 'kind'>): boolean => withReceipt.has(kind)

function isKind(kind: string): kind is keyof typeof textsOf {
  return Object.hasOwn(textsOf, kind)
}

const methodKeys = {
  card: 'methodCard',
  nyanja_money: 'methodMoney',
  airtime: 'methodAirtime',
  mpesa: 'methodMpesa',
  nyanja_money_pin: 'methodMoneyPin',
  smartcash: 'methodSmartcash',
} as const satisfies Record<Method, keyof PaymentTexts>

function methodNameOf(method: string | undefined, texts: PaymentTexts): string {
  const key = Object.entries(methodKeys).find(([name]) => name === method)?.[1]
  return key === undefined ? '' : texts[key]
}

function productTextOf(kind: string, { account, numbers }: DueMail['params']): keyof Texts {
  if (numbers !== undefined) return 'severalNumbers'
  return kind === 'billPaid' || account !== undefined ? 'bill' : 'airtime'
}

/** Writes a receipt by e-mail, as plain text and simple HTML. Numbers are masked, because mail is not confidential. */
export function createMailText({ content, market, publicOrigin, refundModeOf }: MailTextOptions) {
  const zone = market.timeZoneName === undefined ? '' : ` (${market.timeZoneName})`
  const clockOf = (language: string) => dateFormatIn(market, language, { ...momentFormat, timeZone: market.timeZone })

  return ({ kind, language, attemptId, params }: DueMail): Omit<Mail, 'to' | 'messageId' | 'files'> => {
    const texts = content.page('mail-translation', language)
    const link = `${publicOrigin}${toLanguagePrefix(language, market.languages)}/payment/status?id=${attemptId}`
    if (kind === 'paymentLink') return linkMail(texts, { language, link })
    if (!isKind(kind)) throw new Error(`No text for ${kind}`)
    const payTexts = content.page('orp-translation', language)
    const clock = clockOf(language)
    const timeAt = (moment: number) => `${clock.format(moment)}${zone}`
    const { reference = '', invoices = '', lead = '' } = params
    const at = Number(params.at)
    const values = {
      ...params,
      number: params.numbers ?? params.account ?? maskMsisdn(params.line ?? '', market.numbers.countryCode),
      end: params.endsAt === undefined ? '' : timeAt(Number(params.endsAt)),
      time: timeAt(computeRefundDeadline(at, refundModeOf(params.gateway, kind === 'partRefundBegun'))),
    }
    const { subject, text } = textsOf[kind]
    const facts: readonly (readonly [string, string])[] = [
      [texts.reference, reference],
      [texts.forNumber, values.number],
      [texts.what, params.bundle ?? texts[productTextOf(kind, params)]],
      [texts.invoices, invoices],
      [texts.homeOrder, lead],
      [texts.amount, params.paid ?? params.amount ?? ''],
      [texts.paidWith, methodNameOf(params.method, payTexts)],
      [texts.paidAt, timeAt(at)],
    ]
    const receipt = {
      subject: fill(texts[subject], values),
      lead: fill(texts[text(params)], values),
      facts: facts.filter(([, value]) => value !== ''),
      link,
      open: texts.open,
      notes: [fill(texts.notRight, { number: market.customerCareNumber }), texts.why],
    }
    return { subject: receipt.subject, text: plain(receipt), html: marked(receipt, language) }
  }
}

/** Writes the mail for a payment search: only the page shows what was paid. */
function linkMail(texts: Texts, { language, link }: { readonly language: string; readonly link: string }) {
  const mail = { lead: texts.linkAsked, facts: [], link, open: texts.open, notes: [texts.linkNotAsked, texts.why] }
  const subject = texts.subjectLink
  return { subject, text: plain(mail), html: marked({ ...mail, subject }, language) }
}

interface Receipt {
  readonly subject: string
  readonly lead: string
  readonly facts: readonly (readonly [string, string])[]
  readonly link: string
  readonly open: string
  readonly notes: readonly string[]
}

function plain({ lead, facts, open, link, notes }: Omit<Receipt, 'subject'>): string {
  const rows = facts.map(([term, value]) => `${term}: ${value}`)
  return [lead, rows.join('\n'), `${open}:\n${link}`, ...notes].filter(Boolean).join('\n\n')
}

function marked({ subject, lead, facts, open, link, notes }: Receipt, language: string): string {
  const rows = facts.map(
    ([term, value]) =>
      `<tr><th align="left" style="padding:4px 16px 4px 0">${escaped(term)}</th><td>${escaped(value)}</td></tr>`,
  )
  return [
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font:16px/1.5 sans-serif;max-width:36em">',
    `<p>${escaped(lead)}</p><table>${rows.join('')}</table>`,
    `<p><a href="${escaped(link)}">${escaped(open)}</a></p>`,
    ...notes.map((note) => `<p>${escaped(note)}</p>`),
    '</body></html>',
  ].join('')
}
