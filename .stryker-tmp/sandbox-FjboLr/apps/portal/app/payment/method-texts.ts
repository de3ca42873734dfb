// @ts-nocheck
import type { PaymentTexts } from './order-facts.ts'

type TextName = keyof PaymentTexts

/** Most sentences speak of the provider as of a company; these ways to pay have sentences of their own. */
const ownTexts: Readonly<Partial<Record<string, Readonly<Partial<Record<TextName, TextName>>>>>> = {
  airtime: {
    textChecking: 'textCheckingAirtime',
    legMoneyChecking: 'legMoneyCheckingAirtime',
    legRefundSentText: 'legRefundSentAirtimeText',
    reasonDeclined: 'reasonBarred',
    reasonInsufficient: 'reasonInsufficientAirtime',
    reasonInvalidUser: 'reasonNoAirtime',
    reasonRefused: 'reasonRefusedAirtime',
  },
  nyanja_money_pin: { reasonWrongPin: 'walletBlocked' },
  smartcash: { reasonWrongPin: 'smartcashBlocked', walletUnknown: 'smartcashUnknown' },
}

/** The texts as they read for one way to pay. */
export function textsFor(method: string, texts: PaymentTexts): PaymentTexts {
  const own = Object.entries(ownTexts[method] ?? {}).map(([name, ownName]) => [name, texts[ownName]])
  return { ...texts, ...Object.fromEntries(own) }
}
