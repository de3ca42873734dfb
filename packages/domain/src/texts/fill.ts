const placeholder = /\{([A-Za-z]\w*)\}/g

export type FillValues = Readonly<Record<string, string | number>>

export function listPlaceholders(text: string): string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

/** Replaces each `{name}` with its value. A missing value is a bug, so it throws. */
export function fill(text: string, values: FillValues): string {
  const known = new Map(Object.entries(values))
  return text.replace(placeholder, (_whole, name: string) => {
    if (!known.has(name)) throw new Error(`No value for {${name}} in "${text}"`)
    return String(known.get(name))
  })
}

/** Fills a text like `fill`, but keeps placeholders without a value. */
export function fillKnown(text: string, values: FillValues): string {
  const known = new Map(Object.entries(values))
  return text.replace(placeholder, (whole, name: string) => String(known.get(name) ?? whole))
}
