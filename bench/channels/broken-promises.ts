import type { Accounts } from '../audit/accounts.ts'
import type { Violation } from '../audit/invariants.ts'
import { ApiClient } from '../stage/api-client.ts'
import type { Promises } from './channel.ts'

/** What a channel was told must be found, at the same door, after everything. */
export async function brokenPromises(origin: string, promises: Promises, accounts: Accounts): Promise<Violation[]> {
  const invariant = 'nothing that was acknowledged is lost'
  const client = new ApiClient(origin)
  const violations: Violation[] = []
  const states = new Map(accounts.attempts.map(({ id, state }) => [id, state]))
  for (const id of promises.initiated) {
    const { status } = await client.status(id)
    if (status !== 200) violations.push({ invariant, id, what: `its status answers HTTP ${status}` })
  }
  for (const id of promises.processed) {
    if (states.get(id) === 'created') violations.push({ invariant, id, what: 'its process call left no trace' })
  }
  return violations
}
