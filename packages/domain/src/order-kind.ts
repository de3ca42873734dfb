/** What can be ordered: goods for a line, or money for an account. */
export const orderKinds = ['airtime', 'bundle', 'bill', 'invoice', 'plan'] as const

/**
 * `bill` is what a postpaid line owes as a whole, `invoice` one or several invoices of a fixed account, `plan` the first
 * payment for internet at home.
 */
export type OrderKind = (typeof orderKinds)[number]
