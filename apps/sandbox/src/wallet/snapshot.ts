import { isJsonObject } from '../core/json.ts'
import type { Counter } from './counter.ts'
import type { Payment } from './payment.ts'
import type { Wallet } from './wallets.ts'

interface WalletState {
  readonly format: 'wallet-1'
  readonly wallets: readonly Wallet[]
  readonly payments: readonly Payment[]
}

const isWalletState = (state: unknown): state is WalletState => isJsonObject(state) && state.format === 'wallet-1'

export function stateOf({ wallets, till }: Counter): WalletState {
  return { format: 'wallet-1', wallets: wallets.all(), payments: till.all() }
}

export function restoreState({ wallets, till }: Counter, state: unknown): void {
  if (!isWalletState(state)) return
  wallets.restore(state.wallets)
  till.restore(state.payments)
}
