import type { RefundMode } from '@nyanja/domain/payment-deadlines'
import type { WatchedGateway } from './payment-gateway.ts'

export type RefundModeOf = (gateway: string | undefined) => RefundMode

/** A gateway that is no longer set up has no call that could be made. Messages of earlier releases name none. */
export function createRefundModes(gateways: Readonly<Record<string, WatchedGateway>>): RefundModeOf {
  return (name) => {
    if (name === undefined) return 'by_call'
    const gateway = gateways[name]
    return gateway === undefined || gateway.isRefundedByHand ? 'by_hand' : 'by_call'
  }
}
