/** The steps of an order for home internet before it is submitted. */
export type DraftSituation = 'new' | 'planned' | 'described' | 'placed' | 'proved' | 'sent'

/** The pages of one draft, in their order. */
export const draftPages = ['plan', 'details', 'place', 'code', 'done'] as const
export type DraftPage = (typeof draftPages)[number]

interface PageRule {
  readonly allowed: readonly DraftPage[]
  /** The page to which a visitor of any other page is redirected. */
  readonly home: DraftPage
}

const pagesOf: Readonly<Record<DraftSituation, PageRule>> = {
  new: { allowed: ['plan'], home: 'plan' },
  planned: { allowed: ['plan', 'details'], home: 'details' },
  described: { allowed: ['plan', 'details', 'place'], home: 'place' },
  placed: { allowed: ['plan', 'details', 'place', 'code'], home: 'place' },
  // From here on a reader of the SMS link may open the page too, so it shows nothing that was typed.
  proved: { allowed: ['done'], home: 'done' },
  sent: { allowed: ['done'], home: 'done' },
}

/** The page to show when a visitor requests `page`: the same one, or the home page of the situation. */
export function resolveDraftPage(situation: DraftSituation, page: DraftPage): DraftPage {
  const { allowed, home } = pagesOf[situation]
  return allowed.includes(page) ? page : home
}

interface DraftSummary {
  readonly hasPlan: boolean
  readonly hasDetails: boolean
  /** The visitor gave a place, or said that the place cannot be found on the map. */
  readonly hasPlace: boolean
  readonly isProved: boolean
  readonly isSent: boolean
}

export function getDraftSituation({ hasPlan, hasDetails, hasPlace, isProved, isSent }: DraftSummary): DraftSituation {
  if (isSent) return 'sent'
  if (!hasPlan) return 'new'
  if (!hasDetails) return 'planned'
  if (!hasPlace) return 'described'
  return isProved ? 'proved' : 'placed'
}
