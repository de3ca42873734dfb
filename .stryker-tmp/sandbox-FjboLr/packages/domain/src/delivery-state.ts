/** The delivery leg: what became of the thing that was paid for. */
// @ts-nocheck

export const deliveryStates = ['due', 'sending', 'delivered', 'impossible'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const nextDeliveryStates: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  // Given up before it was ever sent only by a person, when the BSS has been silent for long.
  due: ['sending', 'impossible'],
  // Back to due only when the BSS, asked, has never heard of it.
  sending: ['delivered', 'impossible', 'due'],
  delivered: [],
  impossible: [],
}
