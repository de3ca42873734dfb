import fc from 'fast-check'

/** What readers have stumbled over elsewhere: ends, signs, and names with a meaning of their own. */
const odd = [
  ...['\u0000', '\ufeff', '\r', '\n', '\t', '\u2028', '\u202e', '\ud800', '\u{1f4b3}', '٠٩٩', '\u00e9'],
  ...['"', "'", '`', ',', ';', '|', ':', '=', '/', '\\', '%', '%00', '%u0041', '{a}', '{{a}}', '=1+1', '@', '#'],
  ...['<', '>', '&', '&#0;', '&lt;', '<a>', '</a>', '<a/>', '<!--', '-->', '<![CDATA[', ']]>', '<!DOCTYPE a>', '<?a?>'],
  ...['{', '}', '[', ']', '{}', '[]', 'null', 'true', '0', '-1', '1e309', '-0', '0.1', '9007199254740993', '"":'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'length', 'then', '../..', 'C:\\', 'NaN', 'Infinity'],
  ...['---\n', '- ', '&a *a', '!!a', ': ', '> ', '\n\n', '2026-02-30', '24:00', 'a'.repeat(300), '9'.repeat(40)],
]

interface Edit {
  /** The position as a share of the text. */
  readonly at: number
  readonly cut: number
  /** The insertion is a text, or a copy of what follows. */
  readonly put: string | number
}

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 1023 }).map((part) => part / 1024),
    cut: fc.oneof({ weight: 3, arbitrary: fc.nat(4) }, fc.nat(60), fc.nat(100_000)),
    put: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('', ...odd) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      fc.nat(200),
    ),
  }),
  { minLength: 1, maxLength: 6 },
)

function edited(text: string, changes: readonly Edit[]): string {
  return changes.reduce((before, { at, cut, put }) => {
    const from = Math.floor(at * (before.length + 1))
    const added = typeof put === 'string' ? put : before.slice(from, from + put)
    return before.slice(0, from) + added + before.slice(from + cut)
  }, text)
}

/** Makes valid texts with some positions changed, and now and then a text of anything. */
export function textsLike(...samples: readonly string[]): fc.Arbitrary<Buffer> {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.constantFrom('', ...odd))
  const changed = fc.tuple(fc.constantFrom(...samples), edits).map(([sample, changes]) => edited(sample, changes))
  return fc.oneof({ weight: 12, arbitrary: changed }, anything).map((text) => Buffer.from(text))
}

/** Does the same for bytes that are no text. */
export function bytesLike(...samples: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const texts = samples.map((sample) => sample.toString('latin1'))
  const changed = fc.tuple(fc.constantFrom(...texts), edits).map(([text, changes]) => edited(text, changes))
  const bytes = changed.map((text) => Buffer.from(text, 'latin1'))
  return fc.oneof({ weight: 8, arbitrary: bytes }, fc.uint8Array({ maxLength: 100 }).map(Buffer.from))
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...odd, '', 0, -1, 1.5, 1e308, 2 ** 53, null, true, [], {}, [[]], { a: 1 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Replaces, adds or removes one member, at a position that a number chooses. */
function changedAt(value: unknown, place: number, put: unknown): unknown {
  if (typeof value !== 'object' || value === null || place % 7 === 6) return put
  const entries = Object.entries(value)
  const at = place % (entries.length + 1)
  const changed = entries.flatMap(([name, member], index): [string, unknown][] => {
    if (index !== at) return [[name, member]]
    return place % 5 === 4 ? [] : [[name, changedAt(member, Math.floor(place / 8), put)]]
  })
  if (Array.isArray(value)) return changed.map(([, member]) => member).concat(at === entries.length ? [put] : [])
  const added = at === entries.length ? [[typeof put === 'string' ? put : 'more', put]] : []
  return Object.fromEntries([...changed, ...added])
}

/** Makes valid JSON with other members, and broken JSON. */
export function jsonLike(...samples: readonly Json[]): fc.Arbitrary<Buffer> {
  const changes = fc.array(fc.tuple(fc.nat(1_000_000), values), { minLength: 1, maxLength: 4 })
  const changed = fc
    .tuple(fc.constantFrom(...samples), changes)
    .map(([sample, all]) => all.reduce<unknown>((before, [place, put]) => changedAt(before, place, put), sample))
  const texts = samples.map((sample) => JSON.stringify(sample))
  const json = changed.map((value) => Buffer.from(JSON.stringify(value) ?? ''))
  return fc.oneof({ weight: 3, arbitrary: json }, { weight: 1, arbitrary: textsLike(...texts) })
}
