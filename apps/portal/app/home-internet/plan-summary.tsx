import { type Fact, Facts, OrderSummary } from '../ui/order-summary.tsx'
import type { InternetTexts } from './internet-texts.ts'
import type { PlanFacts } from './plan-facts.ts'

interface PlanOrderSummaryProps {
  readonly texts: InternetTexts
  readonly plan: PlanFacts
  readonly changeHref?: string
}

/** The plan that was chosen, and what it comes to. */
export function PlanOrderSummary({ texts, plan, changeHref }: PlanOrderSummaryProps) {
  const { name, price, fee, due } = plan
  const facts: Fact[] = [
    { term: name, value: price },
    ...(fee === undefined ? [] : [{ term: texts.feeOnce, value: fee }]),
    { term: texts.dueFirst, value: due, isTotal: true },
  ]
  return (
    <OrderSummary>
      <h2>{texts.planChosen}</h2>
      <Facts facts={facts} />
      {changeHref !== undefined && (
        <p>
          <a className="link" href={changeHref}>
            {texts.changePlan}
          </a>
        </p>
      )}
    </OrderSummary>
  )
}
