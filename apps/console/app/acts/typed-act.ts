import type { ActRequest, ActResult } from '@nyanja/back-office/operations/staff-acts'
import type { Act } from '@nyanja/domain/staff/acts'
import { createContext, useContext } from 'react'

/** The form of an act that was not done: what was typed, and why it was refused. */
interface RefusedAct {
  readonly typed: ActRequest
  readonly result: ActResult
}

export const RefusedActContext = createContext<RefusedAct | undefined>(undefined)

export function useTypedAct(act: Act, subject: string): ActRequest | undefined {
  const typed = useContext(RefusedActContext)?.typed
  return typed?.act === act && typed.subject === subject ? typed : undefined
}

/** Tells whether the amount that was typed for it is not possible. */
export function useIsAmountWrong(act: Act, subject: string): boolean {
  const isTyped = useTypedAct(act, subject) !== undefined
  return useContext(RefusedActContext)?.result === 'wrong_amount' && isTyped
}
