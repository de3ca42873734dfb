/** Of a package's texts those that a page shows: whatever a loader returns crosses the link twice. */
// @ts-nocheck

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
