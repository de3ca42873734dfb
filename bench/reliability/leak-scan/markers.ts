/**
 * The kind decides who may see it: personal data has its columns, links open something for their bearer, secrets are
 * allowed nowhere.
 */
export type Kind = 'personal' | 'link' | 'secret'

export interface Marker {
  readonly kind: Kind
  /** The name of the value, for the report. */
  readonly name: string
  readonly value: string
}

/** A shorter value would be found everywhere by chance. */
const shortest = 6
const shortestEncoded = 12

/** Values that can be recognised in any output. */
export class Markers {
  readonly #markers = new Map<string, Marker>()

  add(kind: Kind, name: string, value: string | undefined): void {
    if (value !== undefined && value.length >= shortest) this.#markers.set(value, { kind, name, value })
  }

  all(): readonly Marker[] {
    return [...this.#markers.values()]
  }
}

/** Returns the encodings of a value in a text. */
export function listEncodings(value: string): readonly string[] {
  const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]
  if (value.length < shortestEncoded) return [...new Set(forms)]
  const encoded = [0, 1, 2].flatMap((shift) => within(value, shift))
  return [...new Set([...forms, Buffer.from(value).toString('hex'), ...encoded])]
}

/** Returns base64 of the value within a longer text: only the letters that it alone decides. */
function within(value: string, shift: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)])
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
  const skipped = shift === 0 ? 0 : 4
  return (['base64', 'base64url'] as const).map((encoding) => whole.toString(encoding).slice(skipped))
}

/** Finds where the value begins in the text, in any encoding; it is -1 when it is absent. */
export function findValue(text: string, value: string): number {
  // A number may contain spaces, and does not count within a longer one or within a word.
  if (/^\d+$/.test(value))
    return text.search(new RegExp(`(?<![0-9A-Za-z])(265)?${value.split('').join('[ -]?')}(?![0-9A-Za-z])`))
  for (const form of listEncodings(value)) {
    const at = text.indexOf(form)
    if (at >= 0) return at
  }
  return -1
}
