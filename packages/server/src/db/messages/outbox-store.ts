import { z } from 'zod'
import type { Outbox } from '../../messages/messages.ts'
import { createLeases, type LeaseHandle } from '../leases.ts'
import { createSendingMarks } from './sending-marks.ts'

const Params = z.record(z.string(), z.string())

export function createOutboxStore(handle: LeaseHandle, now: () => number): Outbox {
  const { claimDue } = createLeases(handle, { table: 'messages', now })

  return {
    claim: (request) =>
      claimDue(request, (rows) => {
        return rows.map(({ id, attempt_id, kind, msisdn, language, params_json, tries, expires_at }) => ({
          id,
          ...(attempt_id === null ? {} : { attemptId: attempt_id }),
          kind,
          msisdn,
          language,
          params: Params.parse(JSON.parse(params_json)),
          tries,
          ...(expires_at === null ? {} : { expiresAt: expires_at }),
        }))
      }),

    ...createSendingMarks(handle.db, 'messages'),
  }
}
