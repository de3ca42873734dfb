import { readReference } from './reference.ts'

export const leadReferenceStart = 'HB'

export const readLeadReference = (typed: string): string | undefined => readReference(typed, leadReferenceStart)
