// @ts-nocheck
import { z } from 'zod'

/** Every status on the wire and the words that channels show for it. */
export const transactionStatuses = {
  REQUEST_REGISTERED: 'In Processing',
  REQUEST_RAISED: 'In Processing',
  ALREADY_PROCESSED: 'In Processing',
  IN_PROCESS: 'In Processing',
  SUCCESS: 'Successful',
  FAILED: 'Unsuccessful',
} as const

export const TransactionStatus = z.enum([
  'REQUEST_REGISTERED',
  'REQUEST_RAISED',
  'ALREADY_PROCESSED',
  'IN_PROCESS',
  'SUCCESS',
  'FAILED',
])

/** Older channels write FALIURE, which is not our spelling; it is understood and never sent. */
export const StatusAsSent = z.union([TransactionStatus, z.literal('FALIURE').transform(() => 'FAILED' as const)])
