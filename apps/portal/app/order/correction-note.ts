import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { computeAnswerDeadline } from '@nyanja/domain/payments/correction'
import { fill } from '@nyanja/domain/texts/fill'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import type { Correction } from '@nyanja/server/payments/corrections'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import { clockOf } from '@nyanja/web/format/clock'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/text.ts'
import { languageOf } from '../page-language.ts'
import { findPayment, hrefsAt } from './order-page.ts'

interface CorrectionNote {
  readonly tone: 'info' | 'ok' | 'wait'
  readonly heading: string
  readonly text: string
}

/** The state of a request to correct the number, or the link to make one. */
export interface CorrectionView {
  readonly note?: CorrectionNote
  readonly ask?: { readonly href: string; readonly text: string }
}

export async function correctionView(
  portal: Portal,
  url: URL,
  { payment, holdsOrder }: { readonly payment: OrderedPayment; readonly holdsOrder: boolean },
): Promise<CorrectionView> {
  const correction = await portal.corrections.of(payment)
  if (correction !== undefined) return { note: noteOn(correction, portal, url) }
  if (!holdsOrder || !portal.corrections.mayAsk(payment)) return {}
  const { askLink } = portal.content.page('correction-translation', languageOf(url, portal.market))
  const href = hrefsAt(url).correction({ id: payment.attempt.id, order: payment.order.id })
  return { ask: { href, text: askLink } }
}

function noteOn(correction: Correction, { market, content, now }: Portal, url: URL): CorrectionNote {
  const language = languageOf(url, market)
  const texts = content.page('correction-translation', language)
  const clock = clockOf(market, language)
  const { state, wantedMsisdn, refusal = 'not_proven', askedAt, decidedAt = askedAt } = correction
  const number = wantedMsisdn === '' ? texts.forgotten : unbroken(maskMsisdn(wantedMsisdn, market.numbers.countryCode))
  switch (state) {
    case 'asked': {
      const time = clock.near(computeAnswerDeadline(askedAt), now())
      return { tone: 'wait', heading: texts.askedTitle, text: fill(texts.askedText, { number, time }) }
    }
    case 'moved':
      return {
        tone: 'ok',
        heading: texts.movedTitle,
        text: fill(texts.movedText, { number, time: clock.near(decidedAt, now()) }),
      }
    case 'refunded':
      return { tone: 'info', heading: texts.refundedTitle, text: fill(texts.refundedText, { number }) }
    case 'refused':
      return {
        tone: 'info',
        heading: texts.refusedTitle,
        text: `${texts[refusal]} ${fill(texts.call, { number: market.customerCareNumber })}`,
      }
  }
}

/** Finds the payment in the address, for the holder of its order who may ask. Others see the payment's page. */
export async function correctedPayment(portal: Portal, url: URL): Promise<OrderedPayment> {
  const id = url.searchParams.get('id') ?? ''
  const holder = url.searchParams.get('order') ?? ''
  const payment = await findPayment(portal, id)
  const holdsOrder = payment !== undefined && payment.order.id === holder
  const mayAsk = holdsOrder && portal.corrections.mayAsk(payment) && !(await portal.corrections.of(payment))
  if (!mayAsk) throw redirect(hrefsAt(url).status(id, holdsOrder ? holder : undefined), { status: 303 })
  return payment
}

/** Codes for one payment correct no other one. */
export const correctionCodeScope = (attemptId: string): OtpPlace => ({
  channel: 'web',
  purposes: ['correction'],
  subject: attemptId,
})
