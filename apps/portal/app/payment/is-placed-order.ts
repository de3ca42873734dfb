import type { Order, PlacedOrder } from '@nyanja/server/payments/order'

export function isPlacedOrder(order: Order): order is PlacedOrder {
  return order.choice !== undefined
}
