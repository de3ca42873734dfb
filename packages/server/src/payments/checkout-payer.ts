import { parseEmail } from '@nyanja/domain/forms/form'
import type { LineType } from '@nyanja/domain/numbers/line'
import { type MsisdnProblem, type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { problemOfPayer } from '@nyanja/domain/payments/payment-options'
import type { Method } from './attempt.ts'
import type { Choice } from './orders.ts'
import type { Payer } from './payments.ts'

/** A line of ours. */
export interface PaidLine {
  readonly msisdn: string
  readonly lineType: LineType
  readonly isBroadband: boolean
}

export type LineReading =
  | ({ readonly outcome: 'line' } & PaidLine)
  | { readonly outcome: MsisdnProblem | 'unknown_line' }

export interface PayerSources {
  readonly lines: { check(number: string): Promise<LineReading> }
  readonly numbers: MsisdnRules
}

/** Who pays, in the words that it was sent. */
export interface PayerRequest {
  /** The client's name. */
  readonly channel: string
  readonly buys: Choice['kind']
  readonly method: Method
  /** Which of those behind the method. */
  readonly gateway?: string
  /** Of the wallet to ask, or of the line whose airtime pays. */
  readonly payerNumber?: string
  readonly email?: string
  /** That this client's user holds the handset of the number that pays. */
  readonly uniqueCode?: string
}

export interface PayerProblem {
  readonly outcome: 'invalid_email' | 'email_required' | 'invalid_wallet' | 'no_airtime' | 'same_line'
}

interface PayerRule {
  readonly needsEmail?: true
  /** Some wallets belong to other networks. */
  readonly isOfAnyNetwork?: true
}

const payerRules: Readonly<Record<Method, PayerRule>> = {
  card: { needsEmail: true },
  nyanja_money: {},
  nyanja_money_pin: {},
  smartcash: { isOfAnyNetwork: true },
  airtime: {},
  mpesa: { isOfAnyNetwork: true },
}

/** `line`: the one that gets what is bought; it also pays where no other number is named. */
export async function readPayer(
  sources: PayerSources,
  { channel, buys, method, gateway, payerNumber, email = '', uniqueCode }: PayerRequest,
  line: PaidLine,
): Promise<Payer | PayerProblem> {
  const { needsEmail, isOfAnyNetwork } = payerRules[method]
  const address = parseEmail(email)
  if (address.outcome === 'not_an_email') return { outcome: 'invalid_email' }
  if (address.outcome === 'empty' && needsEmail) return { outcome: 'email_required' }

  const wallet = isOfAnyNetwork
    ? walletOf(payerNumber, sources.numbers, line)
    : await lineOf(payerNumber, sources, line)
  if (wallet === undefined) return { outcome: 'invalid_wallet' }
  const problem = 'lineType' in wallet ? problemOfPayer(method, wallet, { buys, msisdn: line.msisdn }) : undefined
  if (problem !== undefined) return { outcome: problem }
  return {
    method,
    payerMsisdn: wallet.msisdn,
    ...(gateway === undefined ? {} : { gateway }),
    ...(address.outcome === 'valid' ? { email: address.email } : {}),
    ...(uniqueCode === undefined ? {} : { proof: { uniqueCode, subject: channel } }),
  }
}

function walletOf(typed: string | undefined, numbers: MsisdnRules, line: PaidLine) {
  if (typed === undefined) return { msisdn: line.msisdn }
  const reading = parseMsisdn(typed, numbers)
  return reading.outcome === 'valid' ? { msisdn: reading.msisdn } : undefined
}

async function lineOf(typed: string | undefined, { lines }: PayerSources, line: PaidLine) {
  if (typed === undefined) return line
  const reading = await lines.check(typed)
  return reading.outcome === 'line' ? reading : undefined
}
