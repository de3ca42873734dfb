// @ts-nocheck
import { accountsIn } from '../audit/accounts.ts'
import { findViolations } from '../audit/invariants.ts'
import { type Ledgers, tampers } from '../audit/tamper.ts'
import { booksOf } from './books.ts'
import { type Chance, createChance } from './chance.ts'
import { liveThrough, type Outcome, type SimulationOptions } from './simulate.ts'

/** The auditor must find nothing in the books of a simulated day, and something once a row of them is wrong. */
export async function auditAuditor(options: SimulationOptions): Promise<Outcome> {
  return liveThrough({ ...options, forgets: false }, async (world) => {
    const ledgers = { accounts: await accountsIn(world.database.db), books: booksOf(world) }
    const found = findViolations(ledgers.accounts, ledgers.books)
    const { missed, tries } = tamperWith(ledgers, createChance(options.seed))
    const faults = [...found.map(({ invariant, id, what }) => `${invariant}: ${id} ${what}`), ...missed]
    return { faults, journal: faults.length > 0 ? world.journal : [], tries }
  })
}

function tamperWith(ledgers: Ledgers, chance: Chance): { readonly missed: readonly string[]; readonly tries: number } {
  const missed: string[] = []
  let tries = 0
  for (const [what, tamper] of Object.entries(tampers)) {
    const wrong = tamper(ledgers, chance)
    if (wrong === undefined) continue
    tries += 1
    if (findViolations(wrong.accounts, wrong.books).length === 0) missed.push(`not noticed: ${what}`)
  }
  return { missed, tries }
}
