import { escaped } from '@nyanja/domain/texts/escape'

/** A part of a page with escaped texts. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | false | undefined | readonly Part[]

/** Escapes every part, except parts that were made here. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((markup, at) => markup + markupOf(parts[at])).join(''))
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map(markupOf).join('')
}
