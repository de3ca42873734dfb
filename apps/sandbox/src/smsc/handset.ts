import type { FaultKind } from '../core/faults.ts'
import type { World } from '../core/simulator.ts'
import type { FinalState } from './report.ts'
import type { Timers } from './timers.ts'

const handsetFaults = ['delay', 'hang_before', 'error_before'] as const satisfies readonly FaultKind[]
/** The longest that a timer of the platform can wait. */
const longestMs = 2 ** 31 - 1

/** Where a message goes and when; `hang_before` is a handset that stays switched off. */
function fateOf(world: World, leftMs: number): { state: FinalState; waitMs: number } {
  const fault = world.faults.take('smsc', 'handset', handsetFaults)
  if (fault?.kind === 'error_before') return { state: 'UNDELIV', waitMs: 0 }
  const waitMs = fault?.kind === 'hang_before' ? Number.POSITIVE_INFINITY : (fault?.delayMs ?? 0)
  return waitMs < leftMs ? { state: 'DELIVRD', waitMs } : { state: 'EXPIRED', waitMs: Math.min(leftMs, longestMs) }
}

/** Carries a message towards its handset and says what became of it. */
export function reachHandset(
  world: World,
  timers: Timers,
  { expiry, done }: { expiry: Date; done: (state: FinalState) => void },
): void {
  const { state, waitMs } = fateOf(world, Math.max(expiry.getTime() - world.now().getTime(), 0))
  if (waitMs === 0) done(state)
  else timers.later(waitMs, () => done(state))
}
