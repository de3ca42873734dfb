const placeholder = /\{([A-Za-z]\w*)\}/g
/** The full stop after a value ends the sentence. */
const placeholderWithStop = /\{([A-Za-z]\w*)\}(\.?)/g

export type FillValues = Readonly<Record<string, string | number>>

export function listPlaceholders(text: string): string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

/** An abbreviation such as `nov.` at the end of a sentence has the only full stop. */
const withStop = (value: string, stop: string): string => (value.endsWith('.') ? value : value + stop)

/** Replaces each `{name}` with its value. A missing value is a bug, so it throws. */
export function fill(text: string, values: FillValues): string {
  const known = new Map(Object.entries(values))
  return text.replace(placeholderWithStop, (_whole, name: string, stop: string) => {
    if (!known.has(name)) throw new Error(`No value for {${name}} in "${text}"`)
    return withStop(String(known.get(name)), stop)
  })
}

/** Fills a text like `fill`, but keeps placeholders without a value. */
export function fillKnown(text: string, values: FillValues): string {
  const known = new Map(Object.entries(values))
  return text.replace(placeholderWithStop, (whole, name: string, stop: string) => {
    const value = known.get(name)
    return value === undefined ? whole : withStop(String(value), stop)
  })
}
