import { type Plan, priceWithin } from '@nyanja/domain/leads/plan'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import type { ContentPackages } from '@nyanja/server/content/content-packages'

interface PlanWords {
  readonly texts: ContentPackages['orp-translation']
  /** On a page of somebody who was asked to pay for others. */
  readonly isShared: boolean
}

/** Which plan, for which order, and what of the sum is for the connection alone. */
export function planFacts(
  { amount, plan }: { readonly amount: Money; readonly plan: Plan },
  { texts, isShared }: PlanWords,
): { term: string; value: string }[] {
  const { description, leadReference, fee } = plan
  return [
    { term: texts.planDetails, value: description },
    ...(isShared ? [] : [{ term: texts.homeOrder, value: leadReference }]),
    ...(fee === undefined
      ? []
      : [
          { term: texts.planPrice, value: displayMoney(priceWithin(amount, plan)) },
          { term: texts.connectionFee, value: displayMoney(fee) },
        ]),
  ]
}
