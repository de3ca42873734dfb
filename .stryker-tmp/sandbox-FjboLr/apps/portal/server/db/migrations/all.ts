// @ts-nocheck
import type { Migration } from '../migrate.ts'
import { up as payments } from './0001-payments.ts'
import { up as oneTimeCodes } from './0002-one-time-codes.ts'
import { up as operations } from './0003-operations.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  { name: '0001-payments', up: payments },
  { name: '0002-one-time-codes', up: oneTimeCodes },
  { name: '0003-operations', up: operations },
]
