import type { Generated } from 'kysely'
import type { SubmissionForm } from '../../submissions/submission.ts'
import type { DueColumns } from '../payments/tables.ts'

export interface SubmissionTable extends DueColumns {
  id: string
  reference: string
  form: SubmissionForm
  channel: string
  language: string
  answers_json: string
  /** Of whoever wrote it; empty where he gave none. */
  msisdn: string
  email: string
  /** Null once the same words would be another submission. */
  digest: string | null
  at: number
  state: 'due' | 'sent' | 'failed'
  tries: Generated<number>
  /** When somebody said that nothing is left to do about it. */
  done_at: number | null
}

export interface SubmissionTables {
  submissions: SubmissionTable
}
