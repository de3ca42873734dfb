import { languagePrefixOf } from '../texts/language.ts'
import type { OrderKind } from './payment-options.ts'

/** The kind of order that is sold on a page and those below it. All other pages are offered everywhere. */
const orderedAt: Readonly<Record<string, OrderKind>> = {
  '/prepaid-recharge/several': 'several',
  '/prepaid-recharge': 'airtime',
  '/postpaid-bill-pay': 'bill',
  '/data-bundle': 'bundle',
  '/broadband-recharge': 'bundle',
  '/orp/fixed-internet': 'invoice',
  '/home-internet': 'plan',
  '/hbb-lead': 'plan',
  '/hbb-lead-status': 'plan',
}

interface Selling {
  readonly sells: readonly OrderKind[]
}

/** Tells whether the market offers the page at a path, in any language. */
export function isOffered(pathname: string, { sells }: Selling): boolean {
  const path = pathname.slice(languagePrefixOf(pathname).length).toLowerCase()
  const [, kind] = Object.entries(orderedAt).find(([page]) => path === page || path.startsWith(`${page}/`)) ?? []
  return kind === undefined || sells.includes(kind)
}
