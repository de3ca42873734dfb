import { homeBundle } from '@nyanja/domain/bundles/test-bundles'
import type { Money } from '@nyanja/domain/money/money'
import { newId } from '@nyanja/server/common/ids'
import { createLeadReader, createStatusUpdateStore } from '@nyanja/server/db/leads/lead-reader'
import { createLeadSubmissionStore } from '@nyanja/server/db/leads/submission-store'
import { applied } from '@nyanja/server/db/leads/test-leads'
import { type TestApp, testLines } from './test-app.ts'

export const homeReference = 'HB-7K4P-29XD'

interface Reached {
  readonly isSubmitted?: boolean
  readonly feasibility?: 'feasible' | 'not_feasible'
  readonly price?: Money
  readonly fee?: Money
}

/** Creates an order for internet at home at a stage, and returns the id by which it is followed. */
export async function homeOrder(
  { database, clock }: TestApp,
  { isSubmitted = true, feasibility = 'feasible', price = homeBundle.price, fee }: Reached = {},
): Promise<string> {
  const store = createLeadSubmissionStore(database, () => clock.ms)
  const trackId = newId()
  const plan = { code: homeBundle.productCode, description: homeBundle.name, amount: price, fee }
  const application = applied({ msisdn: testLines.prepaid, plan })
  const begun = await store.begin({ ...application, reference: homeReference, trackId, createdAt: clock.ms }, 1000)
  const judged = await store.judged(begun.lead, feasibility)
  const handing = judged && isSubmitted ? await store.beginSubmission(judged) : undefined
  const statusUpdate = { stage: feasibility === 'feasible' ? 'received' : 'interested', at: clock.ms } as const
  if (handing) await store.submitted(handing, { bssReference: 'LD-1', statusUpdate }, clock.ms)
  return trackId
}

/** The operator closes it. */
export async function endHomeOrder({ database, clock }: TestApp, stage: 'cancelled' | 'refused'): Promise<void> {
  const lead = await createLeadReader(database.db, () => clock.ms).byReference(homeReference)
  if (lead === undefined) throw new Error('There is no order')
  await createStatusUpdateStore(database.db, () => clock.ms).move(lead, { stage, at: clock.ms }, clock.ms)
}
