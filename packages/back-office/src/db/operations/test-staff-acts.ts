import type { Staff } from '@nyanja/domain/staff/roles'
import { newId } from '@nyanja/server/common/ids'
import { capturedResult, type HarnessOptions, openPayments } from '@nyanja/server/db/payments/test-payments'
import { MethodSwitches } from '@nyanja/server/payments/methods'
import { expect } from 'vitest'
import { ActionLog } from '../../operations/action-log.ts'
import { Reviews } from '../../operations/reviews.ts'
import { type ActRequest, StaffActs } from '../../operations/staff-acts.ts'
import type { OpenDatabase } from '../schema.ts'
import { createOperationStores } from './stores.ts'

export const agent: Staff = { id: 'st-1', name: 'Alinafe Banda', roles: ['care_agent'] }
export const lead: Staff = { id: 'st-2', name: 'Chimwemwe Phiri', roles: ['care_lead'] }
export const otherLead: Staff = { id: 'st-3', name: 'Thoko Mbewe', roles: ['care_lead'] }

/** The acts of staff on a real database, with a clock and providers that the test controls. */
export function openStaffActs(database: OpenDatabase, more?: HarnessOptions) {
  const harness = openPayments(database, more)
  const now = () => harness.clock.now
  const stores = createOperationStores(database, now)
  const log = new ActionLog({ store: stores.actionLog, now })
  const acts = new StaffActs({
    payments: stores.paymentActs,
    requests: stores.staffRequests,
    reviews: new Reviews({ store: stores.reviews }),
    corrections: stores.corrections,
    submissions: stores.submissions,
    leads: stores.leadDecisions,
    coverage: stores.coverageReports,
    switches: new MethodSwitches({ store: stores.switches, now }),
    incidents: stores.incidents,
    cases: { move: async () => false },
    closing: { closeDay: async () => false },
    ...{ log, newId },
  })
  const perform = (staff: Staff, requested: Pick<ActRequest, 'act' | 'reason'> & Partial<ActRequest>) =>
    acts.perform(staff, { subject: '', note: '', input: {}, ...requested })
  const refundOf = async (attemptId: string) =>
    (await harness.db.selectFrom('refunds').select('state').where('attempt_id', '=', attemptId).executeTakeFirst())
      ?.state
  return { ...harness, stores, log, perform, refundOf }
}

/** Opens a fixture with a payment of MWK 500 that was delivered. */
export async function openWithDelivered(database: OpenDatabase, more?: HarnessOptions) {
  const opened = openStaffActs(database, more)
  const attempt = await opened.startAttempt(await opened.placedOrder(), { method: 'nyanja_money' })
  opened.gateways.wallet.verify = async (one) => capturedResult(one)
  await opened.after(5000)
  await opened.after(0)
  return { ...opened, reference: attempt.reference, attemptId: attempt.id }
}

/** Opens a fixture with a delivered payment, of which an agent requests the refund. */
export async function openWithRequest(database: OpenDatabase) {
  const opened = await openWithDelivered(database)
  const { perform, reference: subject, stores } = opened
  expect(await perform(agent, { act: 'refund', subject, reason: 'paid_twice', note: 'called' })).toBe('requested')
  const [request] = await stores.staffRequests.open(10)
  return { ...opened, subject, request: request?.id ?? '' }
}
