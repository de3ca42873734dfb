import { createLeases } from '@nyanja/database/leases'
import { z } from 'zod'
import type { MailQueue } from '../../messages/mails.ts'
import type { DueSubmission } from '../../submissions/submission.ts'
import { createSendingMarks } from '../messages/sending-marks.ts'
import type { LeaseHandle } from '../schema.ts'

export const AnswersJson = z.record(z.string(), z.string())

export function createDueSubmissions(handle: LeaseHandle, now: () => number): MailQueue<DueSubmission> {
  const { claimDue } = createLeases(handle, { table: 'submissions', now })
  return {
    claim: (request) =>
      claimDue(request, (rows) => {
        return rows.map(({ id, reference, form, channel, language, answers_json, at, tries }) => {
          const answers = AnswersJson.parse(JSON.parse(answers_json))
          return { id, reference, form, channel, language, answers, at, tries }
        })
      }),

    ...createSendingMarks(handle.db, 'submissions'),
  }
}
