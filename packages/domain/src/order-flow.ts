/** How a visitor came to an order, where that changes what is asked of him. A company's e-mail is the one that billing has. */
export const orderFlows = ['ENTERPRISE'] as const
export type OrderFlow = (typeof orderFlows)[number]

/** Undefined for a flow that there is not. */
export function orderFlowNamed(name: string | undefined): OrderFlow | undefined {
  return orderFlows.find((flow) => flow === name)
}
