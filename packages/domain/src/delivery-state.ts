/** The delivery leg: what became of the thing that was paid for. */
export const deliveryStates = ['due', 'sending', 'delivered', 'impossible'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const nextDeliveryStates: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  // Given up when nothing of it can have arrived in time; delivered when the last look finds it at the BSS after all.
  due: ['sending', 'impossible', 'delivered'],
  // Back to due only when it is known that the BSS has never heard of it.
  sending: ['delivered', 'impossible', 'due'],
  delivered: [],
  impossible: [],
}
