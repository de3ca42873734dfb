import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'

interface Running {
  isOpen: boolean
}

const running = new AsyncLocalStorage<Running>()

/**
 * Everything in `work` commits together or not at all. It awaits nothing but `tx`: the outer handle or another
 * transaction inside it throws, because it would wait for ever on SQLite and escape the transaction on PostgreSQL.
 */
export async function transaction<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  assertOutsideTransaction()
  const state = { isOpen: true }
  try {
    return await db.transaction().execute((tx) => running.run(state, () => work(tx)))
  } finally {
    // What the work left running, a timer for one, is outside from here on.
    state.isOpen = false
  }
}

export function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen) throw new Error('The outer database handle was used inside a transaction')
}
