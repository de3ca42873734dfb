/** Serializes data for a script element: an unescaped `<` would end the element early. */
export const inScript = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Keeps a text on one line inside a sentence, as a number or an amount should be. */
export const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** Picks the texts of a package that a page shows: everything that a loader returns crosses the link twice. */
export function pickTexts<Texts extends object, Key extends keyof Texts>(
  texts: Texts,
  keys: readonly Key[],
): Pick<Texts, Key> {
  const picked: Partial<Pick<Texts, Key>> = {}
  for (const key of keys) picked[key] = texts[key]
  return isWhole(picked, keys) ? picked : texts
}

function isWhole<Picked extends object>(picked: Partial<Picked>, keys: readonly (keyof Picked)[]): picked is Picked {
  return keys.every((key) => picked[key] !== undefined)
}

/** Joins the class names that are set. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
