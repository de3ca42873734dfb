/** The steps of an order for home internet before it is submitted. */
export type DraftSituation = 'new' | 'planned' | 'described' | 'placed' | 'proved' | 'sent'

/** The pages that belong to one draft, in the order in which they are gone through. */
export const draftPages = ['plan', 'details', 'place', 'code', 'done'] as const
export type DraftPage = (typeof draftPages)[number]

interface PageRule {
  readonly allowed: readonly DraftPage[]
  /** Where a visitor of any other page is sent. */
  readonly home: DraftPage
}

const pagesOf: Readonly<Record<DraftSituation, PageRule>> = {
  new: { allowed: ['plan'], home: 'plan' },
  planned: { allowed: ['plan', 'details'], home: 'details' },
  described: { allowed: ['plan', 'details', 'place'], home: 'place' },
  placed: { allowed: ['plan', 'details', 'place', 'code'], home: 'place' },
  // From here on whoever holds a link by SMS may be here too, and is shown nothing of what was typed.
  proved: { allowed: ['done'], home: 'done' },
  sent: { allowed: ['done'], home: 'done' },
}

/** The page to show when a visitor asks for `page`: the same one, or the one that the situation belongs to. */
export function draftPageFor(situation: DraftSituation, page: DraftPage): DraftPage {
  const { allowed, home } = pagesOf[situation]
  return allowed.includes(page) ? page : home
}

interface DraftSummary {
  readonly hasPlan: boolean
  readonly hasDetails: boolean
  /** It was said where to install it, or that nobody can say. */
  readonly hasPlace: boolean
  readonly isProved: boolean
  readonly isSent: boolean
}

export function draftSituationOf({ hasPlan, hasDetails, hasPlace, isProved, isSent }: DraftSummary): DraftSituation {
  if (isSent) return 'sent'
  if (!hasPlan) return 'new'
  if (!hasDetails) return 'planned'
  if (!hasPlace) return 'described'
  return isProved ? 'proved' : 'placed'
}
