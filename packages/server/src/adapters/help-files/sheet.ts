import { type ErrorCode, isMap, isScalar, LineCounter, parseDocument } from 'yaml'

/** A YAML text with the lines on which its fields stand. */
export interface Sheet {
  readonly values: unknown
  readonly faults: readonly string[]
  /** `en/help/lost-sim.md line 3`; of the whole file where the field is unknown. */
  readonly placeOf: (field?: string) => string
}

export interface SheetFile {
  /** As people know it: `en/help/lost-sim.md`. */
  readonly name: string
  readonly text: string
  /** Of the file's line before the text. */
  readonly offset?: number
}

/** What the parser says of likely slips means nothing to whoever writes articles. */
const hints: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'put a text that holds a colon into quotes',
}

export function readSheet({ name, text, offset = 0 }: SheetFile): Sheet {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const lineAt = (position: number) => counter.linePos(position).line + offset
  const lines = new Map<string, number>()
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items)
      if (isScalar(key) && key.range) lines.set(String(key.value), lineAt(key.range[0]))
  }
  const faults = document.errors.map(
    ({ code, message, pos: [start] }) => `${name} line ${lineAt(start)}: ${hints[code] ?? message}`,
  )
  return {
    values: faults.length > 0 ? undefined : document.toJS(),
    faults,
    placeOf: (field = '') => {
      const line = lines.get(field)
      return line === undefined ? name : `${name} line ${line}`
    },
  }
}

const page = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)([\s\S]*)$/

/** A page that begins with fields between two lines of dashes. */
export function splitPage(
  text: string,
): { readonly fields: string; readonly body: string; readonly bodyLine: number } | undefined {
  const [, fields, body] = page.exec(text) ?? []
  if (fields === undefined || body === undefined) return undefined
  return { fields, body, bodyLine: text.slice(0, text.length - body.length).split('\n').length }
}
