/** In a query, what is shown of a page that is the same for everybody: one of a few. */
const choiceNames = ['filter', 'sort', 'kind', 'page', 'radius'] as const

export type ChoiceName = (typeof choiceNames)[number]

/** All that a page of everybody reads in a query: its choices, and words and places that somebody gave. */
export const publicNames: readonly string[] = [...choiceNames, 'q', 'place', 'at']
