/** The way back to a draft, for the outbox. */
export const resumeMessageKind = 'leadDraft'
