/** What can be ordered: goods for a line, or money for an account. */
export const orderKinds = ['airtime', 'bundle', 'bill', 'invoice', 'plan'] as const

/**
 * `bill` is what a postpaid line owes as a whole, `invoice` one or several invoices of a fixed account, `plan` the first
 * payment for internet at home.
 */
export type OrderKind = (typeof orderKinds)[number]

/** How a visitor came to an order, where that changes what is asked of him. A company's e-mail is the one that billing has. */
export const orderFlows = ['ENTERPRISE'] as const
export type OrderFlow = (typeof orderFlows)[number]

/** Undefined for a flow that there is not. */
export function orderFlowNamed(name: string | undefined): OrderFlow | undefined {
  return orderFlows.find((flow) => flow === name)
}
