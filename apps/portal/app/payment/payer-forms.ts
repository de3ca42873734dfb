import { maskEmail, parseEmail } from '@nyanja/domain/forms/form'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import { fill } from '@nyanja/domain/texts/fill'
import type { OtpPurpose } from '@nyanja/server/otp/one-time-code'
import type { Method } from '@nyanja/server/payments/attempt'
import type { VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import type { Portal } from '../../server/portal.ts'
import type { PaymentTexts } from '../order/order-facts.ts'

export const payerFieldNames = ['email', 'msisdn'] as const
export type PayerFieldName = (typeof payerFieldNames)[number]

type TextName = keyof PaymentTexts

interface FieldRow {
  readonly name: PayerFieldName
  readonly kind: keyof typeof readers
  readonly label: TextName
  readonly hint?: TextName
  readonly empty: TextName
  readonly invalid: TextName
}

interface FormRow {
  readonly heading: TextName
  /** What happens after the button. */
  readonly next: TextName
  readonly button: TextName
  /** A code first proves that the number is the payer's; it is valid for this purpose. */
  readonly codeFor?: OtpPurpose
  /** A PIN is typed on the portal's page, which needs script. */
  readonly takesPin?: true
  /** The link beside the button, where the specification requires one back. */
  readonly cancel?: TextName
  readonly fields: readonly FieldRow[]
}

const receiptEmail: FieldRow = {
  name: 'email',
  kind: 'email',
  label: 'emailLabel',
  hint: 'emailHint',
  empty: 'emailRequired',
  invalid: 'emailInvalid',
}

const walletNumber: FieldRow = {
  name: 'msisdn',
  kind: 'own_line',
  label: 'walletNumberLabel',
  hint: 'walletNumberHint',
  empty: 'phoneRequired',
  invalid: 'walletNumberInvalid',
}

const pinWallet = {
  button: 'proceed',
  takesPin: true,
  cancel: 'cancel',
} as const satisfies Partial<FormRow>

/** The fields of each payment method, and their texts. */
export const payerForms: Readonly<Record<Method, FormRow>> = {
  card: { heading: 'payByCard', next: 'cardNext', button: 'payAmount', fields: [receiptEmail] },
  nyanja_money: {
    heading: 'payByMoney',
    next: 'moneyNext',
    button: 'payAmount',
    fields: [walletNumber],
  },
  nyanja_money_pin: {
    ...pinWallet,
    heading: 'payByMoneyPin',
    next: 'moneyPinNext',
    codeFor: 'nyanja_money_pin',
    fields: [walletNumber],
  },
  smartcash: {
    ...pinWallet,
    heading: 'payBySmartcash',
    next: 'smartcashNext',
    codeFor: 'smartcash',
    fields: [
      {
        name: 'msisdn',
        kind: 'any_number',
        label: 'smartcashNumberLabel',
        empty: 'phoneRequired',
        invalid: 'airtimePhoneInvalid',
      },
    ],
  },
  airtime: {
    heading: 'payByAirtime',
    next: 'airtimeNext',
    button: 'airtimeSendCode',
    codeFor: 'airtime_payment',
    fields: [
      {
        name: 'msisdn',
        kind: 'own_line',
        label: 'airtimePhoneLabel',
        hint: 'airtimePhoneHint',
        empty: 'airtimePhoneRequired',
        invalid: 'airtimePhoneInvalid',
      },
      {
        name: 'email',
        kind: 'email',
        label: 'airtimeEmailLabel',
        hint: 'emailHint',
        empty: 'airtimeEmailRequired',
        invalid: 'airtimeEmailInvalid',
      },
    ],
  },
  mpesa: {
    heading: 'payByMpesa',
    next: 'mpesaNext',
    button: 'continueToPay',
    cancel: 'cancel',
    fields: [
      {
        name: 'msisdn',
        kind: 'any_number',
        label: 'mpesaNumberLabel',
        empty: 'phoneRequired',
        invalid: 'airtimePhoneInvalid',
      },
      receiptEmail,
    ],
  },
}

type Reading =
  | { readonly outcome: 'valid'; readonly value: string }
  | { readonly outcome: 'empty' | 'invalid' | 'bss_unavailable' }
  | Challenged

/** What reading a field needs. */
export interface PayerSources {
  readonly lines: VisitorLines
  readonly market: Pick<Portal['market'], 'numbers'>
}

async function readEmail(_sources: PayerSources, typed: string): Promise<Reading> {
  const reading = parseEmail(typed)
  if (reading.outcome === 'valid') return { outcome: 'valid', value: reading.email }
  return { outcome: reading.outcome === 'empty' ? 'empty' : 'invalid' }
}

async function readOwnLine({ lines }: PayerSources, typed: string): Promise<Reading> {
  const check = await lines.check(typed).catch(() => undefined)
  if (check === undefined) return { outcome: 'bss_unavailable' }
  if (check.outcome === 'line') return { outcome: 'valid', value: check.msisdn }
  if (check.outcome === 'challenge') return check
  return { outcome: check.outcome === 'empty' ? 'empty' : 'invalid' }
}

async function readAnyNumber({ market }: PayerSources, typed: string): Promise<Reading> {
  const reading = parseMsisdn(typed, market.numbers)
  if (reading.outcome === 'valid') return { outcome: 'valid', value: reading.msisdn }
  return { outcome: reading.outcome === 'empty' ? 'empty' : 'invalid' }
}

export const readers = { email: readEmail, own_line: readOwnLine, any_number: readAnyNumber } as const

/** A form as the page renders it: all of it as text. */
export interface PayerForm {
  readonly heading: string
  readonly next: string
  readonly button: string
  readonly cancel?: string
  /** The reason that the method is unavailable, for a visitor without script. */
  readonly needsScript?: string
  readonly fields: readonly {
    readonly name: PayerFieldName
    readonly label: string
    readonly hint?: string
    /** The text that script shows when the visitor leaves the field empty. */
    readonly empty: string
    readonly invalid: string
  }[]
}

/** `receiptTo` is an address that is known already. Holders of a link to the order see only its mask. */
export function payerForm(method: Method, texts: PaymentTexts, receiptTo?: string): PayerForm {
  const { heading, next, button, cancel, takesPin, fields } = payerForms[method]
  const shown = fields.filter(({ name }) => name !== 'email' || receiptTo === undefined)
  const goesTo = receiptTo === undefined ? '' : ` ${fill(texts.receiptTo, { email: maskEmail(receiptTo) })}`
  return {
    heading: texts[heading],
    next: `${texts[next]}${goesTo}`,
    button: texts[button],
    ...(cancel !== undefined && { cancel: texts[cancel] }),
    ...(takesPin && { needsScript: texts.pinNeedsScript }),
    fields: shown.map(({ name, label, hint, empty, invalid }) => ({
      ...{ name, label: texts[label], empty: texts[empty], invalid: texts[invalid] },
      ...(hint !== undefined && { hint: texts[hint] }),
    })),
  }
}
