/** What can be ordered: goods for a line, or money for an account. */
export const orderKinds = ['airtime', 'bundle', 'bill', 'invoice'] as const

/** `bill` is what a postpaid line owes as a whole, `invoice` one or several invoices of a fixed account. */
export type OrderKind = (typeof orderKinds)[number]
