const longestWords = 60

/** Nobody types more to name a place, so nothing more is looked for or said again. */
export const typedPlace = (text: string | null) => (text ?? '').trim().slice(0, longestWords)
