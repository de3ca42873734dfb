import type { Choice, Order } from './order.ts'

/** Keeps orders. */
export interface OrderStore {
  add(order: Order): Promise<void>
  order(id: string): Promise<Order | undefined>
  /** Sets the choice of a draft. False when it has one already. */
  place(id: string, choice: Choice): Promise<boolean>
  speak(id: string, language: string): Promise<void>
  /** Where receipts go. */
  mailTo(id: string, email: string): Promise<void>
}
