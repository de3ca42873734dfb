import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '@nyanja/database/open'
import type { ProviderRecords, SandboxControl } from '../environment/sandbox-control.ts'
import { type Accounts, readAccounts, refusesRewriting } from './accounts.ts'
import { findViolations } from './invariants.ts'
import { invariants, type Violation } from './records-by-payment.ts'

export interface AuditReport {
  readonly violations: readonly Violation[]
  readonly attempts: number
  readonly captures: number
  readonly deliveries: number
  readonly refunded: number
  readonly inReview: number
}

/** Rows of the portal, and records that were read after them. */
export type AuditedState = Pick<Rest, 'accounts' | 'records'>

/** The order matters while the system works: the records then explain each state in the rows. */
export async function readState(database: DatabaseAddress, sandbox: SandboxControl): Promise<AuditedState> {
  const accounts = await readAccounts(database)
  return { accounts, records: await sandbox.records() }
}

/** Compares the portal's database with the records of the providers and the BSS. */
export async function audit(database: DatabaseAddress, { accounts, records }: AuditedState): Promise<AuditReport> {
  const isAppendOnly = accounts.events.length === 0 || (await refusesRewriting(database))
  const rewritten = {
    invariant: invariants.historyExplains,
    id: 'events',
    what: 'the database permits changes of the history',
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

type Address = Parameters<typeof readAccounts>[0]

export interface Rest {
  readonly accounts: Accounts
  readonly records: ProviderRecords
  /** Undefined when the system never came to rest. */
  readonly atRestAfterMs: number | undefined
  /** Attempts that charged nothing and may still expire. */
  readonly openWithoutMoney: number
}

const moneyOpen: ReadonlySet<string> = new Set(['handing_over', 'waiting', 'superseded'])

const openComponent: ReadonlySet<string> = new Set(['due', 'sending', 'requesting'])

/** Waits until no payment, delivery or refund is in progress, except those in review. */
export async function untilAtRest(address: Address, sandbox: SandboxControl, timeoutMs: number): Promise<Rest> {
  const begunAt = Date.now()
  for (;;) {
    const records = await sandbox.records()
    const accounts = await readAccounts(address)
    const open = accounts.attempts.filter(({ state }) => moneyOpen.has(state))
    const captured = new Set(records.captures.map(({ reference }) => reference))
    const withPeople = new Set(accounts.reviews.map(({ attempt_id }) => attempt_id))
    const isLeft = (id: string) => !withPeople.has(id)
    const isAtRest =
      !open.some(({ id }) => captured.has(id) && isLeft(id)) &&
      !accounts.deliveries.some((row) => openComponent.has(row.state) && isLeft(row.attempt_id)) &&
      !accounts.refunds.some((row) => openComponent.has(row.state) && isLeft(row.attempt_id)) &&
      !accounts.credits.some((row) => openComponent.has(row.state) && isLeft(row.attempt_id))
    const waitedMs = Date.now() - begunAt
    if (isAtRest || waitedMs > timeoutMs) {
      // A row that the portal has just written may concern an event after the records were read.
      const explained = await sandbox.records()
      // A payer approved meanwhile: of that capture the portal could know nothing yet.
      const isSame = explained.captures.length === records.captures.length
      if (isSame || waitedMs > timeoutMs) {
        const atRestAfterMs = isAtRest && isSame ? waitedMs : undefined
        return { accounts, records: explained, atRestAfterMs, openWithoutMoney: open.length }
      }
    }
    await sleep(500)
  }
}
