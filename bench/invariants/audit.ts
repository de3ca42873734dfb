import type { DatabaseAddress } from '@nyanja/server/db/open'
import type { ProviderRecords } from '../environment/sandbox-control.ts'
import { readAccounts, refusesRewriting } from './accounts.ts'
import { findViolations, invariants, type Violation } from './invariants.ts'

export interface AuditReport {
  readonly violations: readonly Violation[]
  readonly attempts: number
  readonly captures: number
  readonly deliveries: number
  readonly refunded: number
  readonly inReview: number
}

/** Compares the portal's database with the records of the providers and the BSS. */
export async function audit(database: DatabaseAddress, records: ProviderRecords): Promise<AuditReport> {
  const accounts = await readAccounts(database)
  const isAppendOnly = accounts.events.length === 0 || (await refusesRewriting(database))
  const rewritten = {
    invariant: invariants.historyExplains,
    id: 'events',
    what: 'the database lets history be rewritten',
  }
  return {
    violations: [...findViolations(accounts, records), ...(isAppendOnly ? [] : [rewritten])],
    attempts: accounts.attempts.length,
    captures: records.captures.length,
    deliveries: records.deliveries.length,
    refunded: records.captures.filter(({ refundedMinor }) => refundedMinor > 0).length,
    inReview: new Set(accounts.reviews.map(({ attempt_id }) => attempt_id)).size,
  }
}

const mostPrinted = 20

export function printAudit({ violations, attempts, captures, deliveries, refunded, inReview }: AuditReport): void {
  console.log(
    `${attempts} attempts, ${captures} captures, ${deliveries} deliveries, ${refunded} refunded, ${inReview} in review`,
  )
  for (const { invariant, id, what } of violations.slice(0, mostPrinted))
    console.log(`FAIL  ${invariant}: ${id} ${what}`)
  if (violations.length > mostPrinted) console.log(`      … and ${violations.length - mostPrinted} more`)
  console.log(`${violations.length === 0 ? 'pass' : 'FAIL'}  ${violations.length} violations of the money invariants`)
}
