import type { Challenge } from '@nyanja/domain/rate-limits/rate-limit'
import type { Order } from '@nyanja/server/payments/orders'
import type { VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../server/portal.ts'
import { lineStep } from './bills/amount-step.ts'
import { offerView as billOffer } from './bills/bill-view.ts'
import { offerView as routerOffer, pageView as routerPage } from './broadband/broadband-view.ts'
import { type RouterPage, routerStep } from './broadband/router-step.ts'
import { readChallengeAnswer, toChallengeNote } from './challenge/challenge-note.tsx'
import { numberProblem } from './number/field-rules.ts'
import { isNumberPage, type NumberFault, type NumberPage, type OfferView } from './number/line-answer.ts'
import { otherPageField } from './number/number-field.tsx'
import type { NumberAnswer } from './number/number-form.tsx'
import { hrefsAt } from './order/order-page.ts'
import { numberStep } from './recharge/recharge-action.ts'
import { offerView as rechargeOffer } from './recharge/recharge-page.ts'
import { numberIn } from './saved-numbers/saved-choice.ts'

interface StepRequest {
  readonly portal: Portal
  readonly url: URL
  readonly lines: VisitorLines
  readonly typed: string
  /** The order that the page already has; another number begins another one. */
  readonly known?: Order
}

type Step =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'offer'; readonly offer: OfferView }
  | { readonly outcome: 'fault'; readonly fault: NumberFault }
  | { readonly outcome: 'challenge'; readonly challenge: Challenge }

async function rechargeNumber({ portal, url, lines, ...number }: StepRequest): Promise<Step> {
  const step = await numberStep({ ...portal, lines }, url, number)
  return step.outcome === 'offer' ? { outcome: 'offer', offer: rechargeOffer(portal, url, step.offer) } : step
}

async function billNumber({ portal, url, lines, ...number }: StepRequest): Promise<Step> {
  const step = await lineStep({ ...portal, lines }, url, number)
  return step.outcome === 'offer' ? { outcome: 'offer', offer: billOffer(portal, url, step.offer) } : step
}

const routerNumber =
  (page: RouterPage) =>
  async ({ portal, url, lines, ...number }: StepRequest): Promise<Step> => {
    const step = await routerStep({ ...portal, lines }, url, { ...number, page })
    if (step.outcome !== 'offer') return step
    return { outcome: 'offer', offer: routerOffer(routerPage(portal, url, page), step.offer) }
  }

const steps: Readonly<Record<NumberPage, (request: StepRequest) => Promise<Step>>> = {
  recharge: rechargeNumber,
  bills: billNumber,
  dataBundle: routerNumber('bundles'),
  dataBalance: routerNumber('balance'),
}

interface NumberPosted {
  readonly request: Request
  readonly url: URL
  readonly form: FormData
  readonly known?: Order | undefined
  readonly clientIp: string
}

type NumberActed =
  | { readonly to: string }
  | {
      readonly answer: NumberAnswer & { readonly typed: { readonly msisdn: string } }
      readonly status: 200 | 400 | 429
    }

/**
 * The page that a pressed offer leads to. A button has a name and a value: not every browser lets it choose an
 * address.
 */
export function otherPageIn(form: FormData): NumberPage | undefined {
  const name = readField(form, otherPageField)
  return isNumberPage(name) ? name : undefined
}

/**
 * Begins an order for a posted number: on the page of a pressed offer, or else on the given one. The page that got the
 * form also shows what is wrong with the number, so that it stays out of addresses.
 */
export async function actOnNumber(portal: Portal, own: NumberPage, posted: NumberPosted): Promise<NumberActed> {
  const { request, url, form, known, clientIp } = posted
  const other = otherPageIn(form)
  const page = other ?? own
  const typed = { msisdn: await numberIn(portal, request, form) }
  const lines = portal.lineLookups.forOrders({ clientIp, ...readChallengeAnswer(form) })
  const isKnown = known !== undefined && page === own
  const step = await steps[page]({ portal, url, lines, typed: typed.msisdn, ...(isKnown && { known }) })
  switch (step.outcome) {
    case 'order':
      return { to: hrefsAt(url)[page]({ order: step.order.id }) }
    case 'offer':
      return { answer: { typed, offer: step.offer }, status: 200 }
    case 'fault':
      return {
        answer: { typed, error: { field: 'msisdn', text: numberProblem(portal, url, step.fault) } },
        status: 400,
      }
    case 'challenge': {
      const challenge = toChallengeNote(portal, url, step.challenge)
      return { answer: { typed, challenge, ...(other && { otherPage: other }) }, status: 429 }
    }
  }
}
