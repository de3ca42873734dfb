import { isJsonObject } from '../core/json.ts'
import type { Counter } from './counter.ts'
import type { Payment } from './payment.ts'
import type { Wallet } from './wallets.ts'

interface MoneyState {
  readonly format: 'money-1'
  readonly wallets: readonly Wallet[]
  readonly payments: readonly Payment[]
}

const isMoneyState = (state: unknown): state is MoneyState => isJsonObject(state) && state.format === 'money-1'

export function stateOf({ wallets, till }: Counter): MoneyState {
  return { format: 'money-1', wallets: wallets.all(), payments: till.book.all() }
}

export function restoreState({ wallets, till }: Counter, state: unknown): void {
  if (!isMoneyState(state)) return
  wallets.restore(state.wallets)
  till.book.clear()
  for (const payment of state.payments) till.book.add(payment)
}
