import { fill } from '@nyanja/domain/fill'
import { isLeadInVain } from '@nyanja/domain/lead-stage'
import { displayMoney } from '@nyanja/domain/money'
import type { MoneyInVain } from '@nyanja/domain/money-in-vain'
import { deadlinesOf } from '@nyanja/domain/payment-deadlines'
import type { TrackedLead } from '../../server/leads/tracking.ts'
import type { Portal } from '../../server/portal.ts'
import type { Clock } from '../format/clock.ts'
import { unbroken } from '../format/unbroken.ts'
import type { Tone } from '../ui/tone.ts'
import type { TrackTexts } from './track-words.ts'

const notes = {
  looked_at: { tone: 'wait', text: 'moneyLookedAt' },
  goes_back: { tone: 'wait', text: 'moneyGoesBack' },
  by_person: { tone: 'wait', text: 'moneyByPerson' },
  is_back: { tone: 'ok', text: 'moneyIsBack' },
  settled: { tone: 'info', text: 'moneySettled' },
} as const satisfies Record<MoneyInVain, { readonly tone: Tone; readonly text: keyof TrackTexts }>

/**
 * What becomes of money that was paid for nothing. It leads to no payment: whoever holds the link of an order need not be
 * the one who paid, and that one has the link of his payment by SMS.
 */
export async function moneyNote(
  { market, plans, now }: Pick<Portal, 'market' | 'plans' | 'now'>,
  { stage, reference }: TrackedLead,
  { texts, clock }: { readonly texts: TrackTexts; readonly clock: Clock },
): Promise<{ readonly tone: Tone; readonly heading: string; readonly text: string } | undefined> {
  const money = isLeadInVain(stage) ? await plans.moneyInVain(reference) : undefined
  if (money === undefined) return undefined
  const { tone, text } = notes[money.is]
  const { paidAt, begunAt, backAt = deadlinesOf(paidAt, begunAt).refundedBy } = money
  const amount = unbroken(displayMoney(money.amount))
  return {
    tone,
    heading: fill(texts.moneyHeading, { amount }),
    text: fill(texts[text], { time: clock.near(backAt, now()), number: market.customerCareNumber }),
  }
}
