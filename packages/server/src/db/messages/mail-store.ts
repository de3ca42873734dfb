import { createLeases } from '@nyanja/database/leases'
import { z } from 'zod'
import type { MailOutbox } from '../../messages/mails.ts'
import type { LeaseHandle } from '../schema.ts'
import { createSendingMarks } from './sending-marks.ts'

const Params = z.record(z.string(), z.string())

/** The address is stored with the payment only, so that both are deleted together. */
export function createMailStore(handle: LeaseHandle, now: () => number): MailOutbox {
  const { claimDue } = createLeases(handle, { table: 'mails', now })

  async function addressesOf(attemptIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (attemptIds.length === 0) return new Map()
    const rows = await handle.db.selectFrom('attempts').select(['id', 'email']).where('id', 'in', attemptIds).execute()
    return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])))
  }

  return {
    claim: (request) =>
      claimDue(request, async (rows) => {
        const addresses = await addressesOf(rows.map(({ attempt_id }) => attempt_id))
        return rows.flatMap(({ id, attempt_id, kind, language, params_json, tries }) => {
          const email = addresses.get(attempt_id)
          if (email === undefined) return []
          const params = Params.parse(JSON.parse(params_json))
          return { id, attemptId: attempt_id, kind, language, tries, email, params }
        })
      }),

    ...createSendingMarks(handle.db, 'mails'),
  }
}
