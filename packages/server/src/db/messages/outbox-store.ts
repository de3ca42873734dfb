import { createLeases } from '@nyanja/database/leases'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import type { OutboxMessage } from '../../common/outbox-message.ts'
import type { Outbox } from '../../messages/messages.ts'
import type { Database, LeaseHandle } from '../schema.ts'
import { createSendingMarks } from './sending-marks.ts'

const Params = z.record(z.string(), z.string())

/** Works also for a row that is being added. */
export function toOutboxMessage({
  id,
  attempt_id,
  kind,
  msisdn,
  language,
  params_json,
  tries = 0,
  expires_at,
}: Omit<Insertable<Database['messages']>, 'state' | 'created_at'>): OutboxMessage {
  return {
    id,
    ...(attempt_id && { attemptId: attempt_id }),
    kind,
    msisdn,
    language,
    params: Params.parse(JSON.parse(params_json)),
    tries,
    ...(expires_at && { expiresAt: expires_at }),
  }
}

export function createOutboxStore(handle: LeaseHandle, now: () => number): Outbox {
  const leases = createLeases(handle, { table: 'messages', now })

  return {
    claim: (request) => leases.claimDue(request, (rows) => rows.map(toOutboxMessage)),

    leaseUntil: async (leaseMs) => leases.endOf(leaseMs),
    mayHold: (until) => leases.mayHold(until),
    ...createSendingMarks(handle.db, 'messages'),
  }
}
