const placeholder = /\{([A-Za-z]\w*)\}/g

export type FillValues = Readonly<Record<string, string | number>>

export function listPlaceholders(text: string): string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

/** Replaces each `{name}` with its value. A missing value is a bug, so it throws. */
export function fill(text: string, values: FillValues): string {
  return text.replace(placeholder, (_whole, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`No value for {${name}} in "${text}"`)
    return String(values[name])
  })
}

/** Like `fill`, but keeps placeholders without a value. */
export function fillKnown(text: string, values: FillValues): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
