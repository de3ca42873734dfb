import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderRecords, SandboxControl } from '../environment/sandbox-control.ts'
import { type Accounts, readAccounts } from './accounts.ts'

type Address = Parameters<typeof readAccounts>[0]

export interface Rest {
  readonly accounts: Accounts
  readonly records: ProviderRecords
  /** Undefined: it never came to rest. */
  readonly atRestAfterMs: number | undefined
  /** Attempts for which no money was taken and which may still expire. */
  readonly openWithoutMoney: number
}

const moneyOpen: ReadonlySet<string> = new Set(['handing_over', 'waiting', 'superseded'])

const openComponent: ReadonlySet<string> = new Set(['due', 'sending', 'requesting'])

/** Waits until no money or goods are under way any more, but for what a person must look at. */
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
      !accounts.refunds.some((row) => openComponent.has(row.state) && isLeft(row.attempt_id))
    const waitedMs = Date.now() - begunAt
    if (isAtRest || waitedMs > timeoutMs) {
      const atRestAfterMs = isAtRest ? waitedMs : undefined
      // What the portal has just written down may have happened after the records were read.
      return { accounts, records: await sandbox.records(), atRestAfterMs, openWithoutMoney: open.length }
    }
    await sleep(500)
  }
}
