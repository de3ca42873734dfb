import type { Act } from '@nyanja/domain/staff/acts'
import type { ActRequest } from '@nyanja/server/operations/staff-acts'
import { createContext, useContext } from 'react'

/** What was typed for an act that was not done, for its form. */
export const TypedActContext = createContext<ActRequest | undefined>(undefined)

export function useTypedAct(act: Act, subject: string): ActRequest | undefined {
  const typed = useContext(TypedActContext)
  return typed?.act === act && typed.subject === subject ? typed : undefined
}
