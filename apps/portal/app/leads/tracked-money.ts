import { isLeadUndeliverable } from '@nyanja/domain/leads/lead-states'
import { displayMoney } from '@nyanja/domain/money/money'
import { deadlinesOf } from '@nyanja/domain/payments/payment-deadlines'
import type { UndeliverableMoney } from '@nyanja/domain/payments/payment-status'
import { fill } from '@nyanja/domain/texts/fill'
import type { TrackedLead } from '@nyanja/server/leads/tracking'
import type { PlanMoney } from '@nyanja/server/payments/plan-store'
import type { Portal } from '../../server/portal.ts'
import type { Clock } from '../format/clock.ts'
import { unbroken } from '../format/unbroken.ts'
import type { Tone } from '../ui/tone.ts'
import type { TrackTexts } from './track-texts.ts'

type Where = UndeliverableMoney | 'is_late'

const notes = {
  looked_at: { tone: 'wait', text: 'moneyLookedAt' },
  goes_back: { tone: 'wait', text: 'moneyGoesBack' },
  is_late: { tone: 'wait', text: 'moneyIsLate' },
  by_person: { tone: 'wait', text: 'moneyByPerson' },
  is_back: { tone: 'ok', text: 'moneyIsBack' },
  settled: { tone: 'info', text: 'moneySettled' },
} as const satisfies Record<Where, { readonly tone: Tone; readonly text: keyof TrackTexts }>

interface MoneyNote {
  readonly id: string
  readonly tone: Tone
  readonly heading: string
  readonly text: string
}

/**
 * What becomes of money that was paid for nothing, of each payment. It leads to no payment: whoever holds the link of an
 * order need not be the one who paid, and that one has the link of his payment by SMS.
 */
export async function moneyNotes(
  { market, plans, now }: Pick<Portal, 'market' | 'plans' | 'now'>,
  { stage, reference }: TrackedLead,
  { texts, clock }: { readonly texts: TrackTexts; readonly clock: Clock },
): Promise<readonly MoneyNote[]> {
  const paid = isLeadUndeliverable(stage) ? await plans.getUndeliverableMoney(reference) : []
  // By the time whoever paid knows which of several is his.
  const reported = paid.length > 1 ? texts.moneyHeadingAt : texts.moneyHeading
  return paid.map((money, at) => {
    const { tone, text } = notes[whereIs(money, now())]
    return {
      id: `money-${at + 1}`,
      tone,
      heading: fill(reported, { amount: unbroken(displayMoney(money.amount)), time: clock.near(money.paidAt, now()) }),
      text: fill(texts[text], { time: clock.near(backBy(money), now()), number: market.customerCareNumber }),
    }
  })
}

/** A promise that was not kept is not made again. */
function whereIs(money: PlanMoney, now: number): Where {
  return money.is === 'goes_back' && backBy(money) < now ? 'is_late' : money.is
}

/** When it was back, or will be. */
function backBy({ paidAt, begunAt, backAt }: PlanMoney): number {
  return backAt ?? deadlinesOf(paidAt, { begunAt }).refundedBy
}
