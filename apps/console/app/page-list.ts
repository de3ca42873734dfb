import type { Permission } from '@nyanja/domain/staff/roles'

interface Page {
  /** The pattern in React Router's syntax. */
  readonly path: string
  readonly file: string
  /** Staff with the permission may open the page, or all visitors, signed in or not. */
  readonly for: Permission | 'everybody'
  /** Its name in the navigation; a page without one is reached from others. */
  readonly nav?: 'find' | 'queues' | 'operations' | 'audit' | 'days' | 'settlements' | 'cases' | 'reports'
  /** The page of the navigation that it belongs to, where its address does not show it. */
  readonly under?: string
  /** The page answers with files: a person without the permission gets a status and no text. */
  readonly isFile?: true
}

/**
 * Every page and address of forms. The guard knows no others, `routes.ts` makes the routes from it, and the navigation
 * shows what a person may open, in this order.
 */
export const pages = [
  { path: '/', file: 'find/find.tsx', for: 'find-payments', nav: 'find' },
  { path: '/search', file: 'find/search.ts', for: 'find-payments' },
  { path: '/queues', file: 'queues/overview.tsx', for: 'view-queues', nav: 'queues' },
  { path: '/queues/:queue', file: 'queues/queue.tsx', for: 'view-queues' },
  { path: '/messages/:reference', file: 'messages/message.tsx', for: 'view-queues', under: '/queues' },
  { path: '/leads/:reference', file: 'leads/lead.tsx', for: 'view-queues', under: '/queues' },
  { path: '/coverage/:id', file: 'queues/complaint.tsx', for: 'view-queues', under: '/queues' },
  { path: '/operations', file: 'operations/operations.tsx', for: 'view-operations', nav: 'operations' },
  { path: '/audit', file: 'audit/audit.tsx', for: 'view-audit', nav: 'audit' },
  { path: '/audit/export', file: 'audit/export.ts', for: 'export-audit', isFile: true },
  { path: '/payments/:reference', file: 'payment/payment.tsx', for: 'view-payment', under: '/' },
  { path: '/finance', file: 'finance/days.tsx', for: 'view-finance', nav: 'days' },
  { path: '/finance/days/:day', file: 'finance/day.tsx', for: 'view-finance' },
  { path: '/finance/settlements', file: 'settlements/settlements.tsx', for: 'import-settlements', nav: 'settlements' },
  { path: '/finance/settlements/:id', file: 'settlements/settlement.tsx', for: 'view-finance' },
  { path: '/finance/cases', file: 'settlements/cases.tsx', for: 'view-finance', nav: 'cases' },
  { path: '/finance/cases/:id', file: 'settlements/case.tsx', for: 'view-finance' },
  { path: '/finance/reports', file: 'finance/reports.tsx', for: 'view-finance', nav: 'reports' },
  { path: '/finance/export', file: 'finance/export.tsx', for: 'export-finance' },
  { path: '/language', file: 'ui/choose-language.ts', for: 'everybody' },
  { path: '/sign-in', file: 'sign-in/sign-in.tsx', for: 'everybody' },
  { path: '/sign-in/callback', file: 'sign-in/callback.tsx', for: 'everybody' },
  { path: '/sessions', file: 'sign-in/sessions.tsx', for: 'find-payments' },
  { path: '/sign-out', file: 'sign-in/sign-out.ts', for: 'everybody' },
  { path: '/signed-out', file: 'sign-in/signed-out.tsx', for: 'everybody' },
  { path: '*', file: 'errors/unknown-address.ts', for: 'everybody' },
] as const satisfies readonly Page[]
