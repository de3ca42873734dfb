/** The roles of staff. The operator's identity provider says who has which. */
export const roles = ['care_agent', 'care_lead', 'finance', 'administrator'] as const
export type Role = (typeof roles)[number]

const care = ['care_agent', 'care_lead'] as const
const careAndFinance = [...care, 'finance'] as const

/** The roles that may do what. Each page and act names one of these permissions. */
export const permissions = {
  'find-payments': roles,
  'view-payment': roles,
  'reveal-contact': careAndFinance,
  'ask-again': careAndFinance,
  'resend-receipt': care,
  refund: careAndFinance,
  'give-credit': careAndFinance,
  'resolve-review': ['care_lead', 'finance'],
  approve: ['care_lead', 'finance'],
  'correct-number': ['care_lead'],
  'view-queues': careAndFinance,
  'finish-message': care,
  'close-lead': ['care_lead'],
  'view-operations': ['care_lead', 'finance', 'administrator'],
  'switch-method': ['administrator'],
  'publish-incident': ['care_lead', 'administrator'],
  'view-audit': ['care_lead', 'finance', 'administrator'],
  'export-audit': ['administrator'],
  'view-finance': ['finance'],
  'import-settlements': ['finance'],
  'close-day': ['finance'],
  'export-finance': ['finance'],
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type Permission = keyof typeof permissions

export function isPermitted(held: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission]
  return held.some((role) => allowed.includes(role))
}

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** A signed-in member of staff. */
export interface Staff {
  /** The id that the identity provider gives. */
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
}
