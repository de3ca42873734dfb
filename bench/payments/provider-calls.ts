export interface CallTotals {
  readonly count: number
  readonly seconds: number
}

export type Calls = readonly { readonly call: string; readonly count: number; readonly meanMs: number }[]

const line =
  /^portal_provider_call_seconds_(sum|count)\{provider="([^"]*)",operation="([^"]*)",outcome="([^"]*)"\} (\S+)$/gm

/** Time spent in calls to providers and the BSS so far, by provider, operation and outcome, in all processes. */
export async function readProviderCalls(
  portals: readonly { readonly adminOrigin: string }[],
): Promise<ReadonlyMap<string, CallTotals>> {
  const totals = new Map<string, CallTotals>()
  for (const { adminOrigin } of portals) {
    const text = await (await fetch(`${adminOrigin}/metrics`)).text()
    for (const [, kind, provider, operation, outcome, value] of text.matchAll(line)) {
      const key = `${provider} ${operation}${outcome === 'answered' ? '' : ` (${outcome})`}`
      const known = totals.get(key) ?? { count: 0, seconds: 0 }
      const field = kind === 'sum' ? 'seconds' : 'count'
      totals.set(key, { ...known, [field]: known[field] + Number(value) })
    }
  }
  return totals
}

/** What was added between two readings. */
export function since(before: ReadonlyMap<string, CallTotals>, after: ReadonlyMap<string, CallTotals>): Calls {
  return [...after].flatMap(([call, { count, seconds }]) => {
    const earlier = before.get(call) ?? { count: 0, seconds: 0 }
    const added = count - earlier.count
    return added > 0 ? [{ call, count: added, meanMs: ((seconds - earlier.seconds) * 1000) / added }] : []
  })
}
