const placeholder = /\{([A-Za-z]\w*)\}/g

export type FillValues = Readonly<Record<string, string | number>>

export function placeholdersOf(text: string): string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

/** Puts each value where `{name}` stands. A text that asks for a value it does not get is a bug, so it throws. */
export function fill(text: string, values: FillValues): string {
  return text.replace(placeholder, (_whole, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`No value for {${name}} in "${text}"`)
    return String(values[name])
  })
}

/** As `fill`, but leaves in place what it has no value for. */
export function fillKnown(text: string, values: FillValues): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
