import { planOffered } from '@nyanja/domain/leads/plan'
import type { Draft } from '@nyanja/server/leads/draft'
import type { Portal } from '../../server/portal.ts'
import { plansNow } from './plans.ts'

export type PlanStep = 'chosen' | 'changed' | 'missing' | 'gone' | 'silent'

interface Chosen {
  readonly draft: Draft
  readonly seen: number
  /** All that is believed of the form. */
  readonly code: string
}

export async function planStep(
  portal: Pick<Portal, 'bundles' | 'drafts' | 'market'>,
  { draft, seen, code }: Chosen,
): Promise<PlanStep> {
  if (code === '') return 'missing'
  const plans = await plansNow(portal)
  if (plans === undefined) return 'silent'
  const bundle = plans.find(({ productCode }) => productCode === code)
  if (bundle === undefined) return 'gone'
  const { outcome } = await portal.drafts.choosePlan(draft, seen, planOffered(bundle, portal.market))
  return outcome === 'changed' ? 'chosen' : 'changed'
}
