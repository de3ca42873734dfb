import type { Rest } from '../../invariants/at-rest.ts'

/** From the provider's capture until the portal wrote down a state, of each payment that reached it. */
export function spansFromCapture({ accounts, records }: Pick<Rest, 'accounts' | 'records'>, states: readonly string[]) {
  const reachedAt = new Map(
    accounts.events.filter(({ to_state }) => states.includes(to_state)).map(({ attempt_id, at }) => [attempt_id, at]),
  )
  return records.captures.flatMap(({ reference, at }) => {
    const reached = reachedAt.get(reference)
    return reached === undefined ? [] : [reached - Date.parse(at)]
  })
}
