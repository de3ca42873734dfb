// @ts-nocheck
import { setTimeout as sleep } from 'node:timers/promises'
import { type Accounts, readAccounts } from '../audit/accounts.ts'
import type { Books, SandboxDoor } from '../stage/sandbox-door.ts'

type Address = Parameters<typeof readAccounts>[0]

export interface Rest {
  readonly accounts: Accounts
  readonly books: Books
  /** Undefined: it never came to rest. */
  readonly settledAfterMs: number | undefined
  /** Attempts for which no money was taken and which may still expire. */
  readonly openWithoutMoney: number
}

const moneyOpen: ReadonlySet<string> = new Set(['handing_over', 'waiting', 'superseded'])

const legOpen: ReadonlySet<string> = new Set(['due', 'sending', 'requesting'])

/** Waits until nobody's money or goods are under way any more, but for what a person must look at. */
export async function untilSettled(address: Address, sandbox: SandboxDoor, patienceMs: number): Promise<Rest> {
  const begunAt = Date.now()
  for (;;) {
    const books = await sandbox.books()
    const accounts = await readAccounts(address)
    const open = accounts.attempts.filter(({ state }) => moneyOpen.has(state))
    const captured = new Set(books.captures.map(({ reference }) => reference))
    const withPeople = new Set(accounts.reviews.map(({ attempt_id }) => attempt_id))
    const isLeft = (id: string) => !withPeople.has(id)
    const isAtRest =
      !open.some(({ id }) => captured.has(id) && isLeft(id)) &&
      !accounts.deliveries.some((row) => legOpen.has(row.state) && isLeft(row.attempt_id)) &&
      !accounts.refunds.some((row) => legOpen.has(row.state) && isLeft(row.attempt_id))
    const waitedMs = Date.now() - begunAt
    if (isAtRest || waitedMs > patienceMs) {
      return { accounts, books, settledAfterMs: isAtRest ? waitedMs : undefined, openWithoutMoney: open.length }
    }
    await sleep(500)
  }
}
