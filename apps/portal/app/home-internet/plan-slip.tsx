import { type Fact, Facts, Slip } from '../ui/slip.tsx'
import type { InternetTexts } from './internet-texts.ts'
import type { PlanFacts } from './plan-facts.ts'

interface PlanSlipProps {
  readonly texts: InternetTexts
  readonly plan: PlanFacts
  readonly changeHref?: string
}

/** The plan that was chosen, and what it comes to. */
export function PlanSlip({ texts, plan, changeHref }: PlanSlipProps) {
  const { name, price, fee, due } = plan
  const facts: Fact[] = [
    { term: name, value: price },
    ...(fee === undefined ? [] : [{ term: texts.feeOnce, value: fee }]),
    { term: texts.dueFirst, value: due, isTotal: true },
  ]
  return (
    <Slip>
      <h2>{texts.planChosen}</h2>
      <Facts facts={facts} />
      {changeHref !== undefined && (
        <p>
          <a className="link" href={changeHref}>
            {texts.changePlan}
          </a>
        </p>
      )}
    </Slip>
  )
}
