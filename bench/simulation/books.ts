import type { Books } from '../stage/sandbox-door.ts'
import { providerNames } from './provider-kinds.ts'
import type { World } from './world.ts'

/** What the simulated providers and the BSS believe, as the sandbox would show it. */
export function booksOf({ providers, bss }: World): Books {
  const captures = providerNames.flatMap((provider) =>
    [...providers[provider].books.values()].flatMap(({ id, taken, givenBack, startedAt }) => {
      if (taken === undefined) return []
      const { minor, currency } = taken
      const at = new Date(startedAt).toISOString()
      return [{ provider, reference: id, amountMinor: minor, currency, refundedMinor: givenBack * minor, at }]
    }),
  )
  const deliveries = [...bss.books.values()]
    .filter(({ state }) => state === 'given')
    .map(({ purchase: { id, kind, msisdn, amount, productCode } }) => ({
      reference: id,
      kind,
      msisdn,
      amountMinor: amount.minor,
      currency: amount.currency,
      ...(productCode === undefined ? {} : { productCode }),
    }))
  return { captures, deliveries }
}
