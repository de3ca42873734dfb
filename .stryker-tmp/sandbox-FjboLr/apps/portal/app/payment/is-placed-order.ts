// @ts-nocheck
import type { Order, PlacedOrder } from '../../server/payments/order.ts'

export function isPlacedOrder(order: Order): order is PlacedOrder {
  return order.choice !== undefined
}
