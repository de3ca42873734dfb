// @ts-nocheck
export interface CallTotals {
  readonly count: number
  readonly seconds: number
}

const line =
  /^portal_provider_call_seconds_(sum|count)\{provider="([^"]*)",operation="([^"]*)",outcome="([^"]*)"\} (\S+)$/gm

/** Time spent in calls to providers and the BSS so far, by provider, operation and outcome. */
export async function readProviderCalls(adminOrigin: string): Promise<ReadonlyMap<string, CallTotals>> {
  const text = await (await fetch(`${adminOrigin}/metrics`)).text()
  const totals = new Map<string, CallTotals>()
  for (const [, kind, provider, operation, outcome, value] of text.matchAll(line)) {
    const key = `${provider} ${operation}${outcome === 'answered' ? '' : ` (${outcome})`}`
    const known = totals.get(key) ?? { count: 0, seconds: 0 }
    totals.set(key, { ...known, [kind === 'sum' ? 'seconds' : 'count']: Number(value) })
  }
  return totals
}

/** What was added between two readings. */
export function since(
  before: ReadonlyMap<string, CallTotals>,
  after: ReadonlyMap<string, CallTotals>,
): readonly { readonly call: string; readonly count: number; readonly meanMs: number }[] {
  return [...after].flatMap(([call, { count, seconds }]) => {
    const earlier = before.get(call) ?? { count: 0, seconds: 0 }
    const added = count - earlier.count
    return added > 0 ? [{ call, count: added, meanMs: ((seconds - earlier.seconds) * 1000) / added }] : []
  })
}
