import { numberAt } from '../core/json.ts'
import { grouped, priceWords, purchaseWords, sentence } from './chat-texts.ts'
import type { Purchase, StepName } from './conversation.ts'
import type { PortalCalls } from './portal-calls.ts'
import { notInTheList, type Step, type Turn } from './step.ts'

/** The payment mode of each way to pay, on the wire. */
const modes: Readonly<Record<string, string>> = { AM: 'NYANJA_MONEY_PUSH', AIRTIME: 'AIR_TIME', MPESA: 'MPESA' }
const wrongCode = '2003'

/** How it is paid. */
export const paySteps = {
  way: {
    ask: (purchase) => ({
      text: `${purchaseWords(purchase)}. How do you want to pay?`,
      options: purchase.ways.map(({ type, name }) => ({ value: type, words: name })),
    }),
    async hear({ chosen: way }, purchase, portal) {
      if (way === undefined) return { next: 'way', purchase, announce: notInTheList }
      if (way !== 'AIRTIME') return pay({ ...purchase, way }, portal)
      const sent = await portal.sendCode(purchase.payer)
      return 'problem' in sent
        ? { next: 'way', purchase, announce: sentence(sent.problem.message) }
        : { next: 'code', purchase: { ...purchase, way, refId: sent.value } }
    },
  },

  code: {
    ask: ({ payer }) => ({
      text: `Type the 6-digit code that came by SMS to ${grouped(payer)}.`,
      options: [{ value: 'again', words: 'Send me another code' }],
    }),
    async hear({ chosen, typed }, purchase, portal) {
      if (chosen === 'again') return anotherCode(purchase, portal)
      const otp = typed.replace(/\D/g, '')
      return otp.length === 6
        ? checkCode(purchase, otp, portal)
        : { next: 'code', purchase, announce: 'A code has 6 digits.' }
    },
  },

  confirm: {
    ask: (purchase) => ({
      text: `Take ${priceWords(purchase)} from the airtime of ${grouped(purchase.payer)}?`,
      options: [
        { value: 'yes', words: 'Yes' },
        { value: 'no', words: 'No' },
      ],
    }),
    async hear({ chosen }, purchase, portal) {
      if (chosen === 'yes') return pay(purchase, portal)
      return chosen === 'no' ? { next: 'way', purchase } : { next: 'confirm', purchase, announce: notInTheList }
    },
  },

  waiting: {
    ask: ({ way }) => ({
      text: way === 'AIRTIME' ? 'I am taking it from your airtime.' : 'Look at your phone and type your PIN there.',
    }),
    // Whoever asks hears the end from whoever watches the payment.
    hear: async (_reply, purchase) => ({ next: 'waiting', purchase, announce: 'Nothing has come yet.' }),
  },
} as const satisfies Partial<Record<StepName, Step>>

async function anotherCode(purchase: Purchase, portal: PortalCalls): Promise<Turn> {
  const sent = await portal.resendCode(purchase.refId)
  const announce = 'problem' in sent ? sentence(sent.problem.message) : 'I have sent another one.'
  return { next: 'code', purchase, announce }
}

async function checkCode(purchase: Purchase, otp: string, portal: PortalCalls): Promise<Turn> {
  const verified = await portal.verifyCode(purchase.refId, otp)
  if ('value' in verified) return { next: 'confirm', purchase: { ...purchase, uniqueCode: verified.value } }
  const { code, message, result } = verified.problem
  if (code !== wrongCode) return { next: 'way', purchase, announce: sentence(message) }
  const left = numberAt(result, 'attemptsLeft') ?? 0
  return { next: 'code', purchase, announce: `${sentence(message)} ${left} attempts left.` }
}

async function pay(purchase: Purchase, portal: PortalCalls): Promise<Turn> {
  const { number, payer, amount, offer, way, uniqueCode } = purchase
  const mode = modes[way] ?? way
  const begun = await portal.initiate({
    ...{ number, payer, amount, mode },
    ...(offer && { productCode: offer.productCode }),
    ...(way === 'AIRTIME' && uniqueCode !== undefined && { uniqueCode }),
  })
  if ('problem' in begun) return { next: 'way', purchase, announce: sentence(begun.problem.message) }
  const processed = await portal.process(begun.value, mode)
  // No answer is not a refusal: the payment may be under way.
  return processed.isGood || processed.code === ''
    ? { next: 'waiting', purchase: { ...purchase, transactionId: begun.value } }
    : { next: 'way', purchase, announce: sentence(processed.message) }
}
