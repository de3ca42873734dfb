import { type FillValues, fillKnown, placeholdersOf } from '@nyanja/domain/texts/fill'
import { marked } from 'marked'
import { cleanHtml } from '../clean-html.ts'

const signs = /[!-/:-@[-`{-~]/g

/** What a value says and nothing else, wherever in Markdown it stands. */
const literal = (value: string | number) => String(value).replace(signs, '\\$&')

/** Markdown as clean HTML, with the market's own words filled in. */
export function renderBody(body: string, constants: FillValues): string {
  const escaped = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, literal(value)]))
  return cleanHtml(marked.parse(fillKnown(body, escaped), { async: false })).trim()
}

/** Each `{name}` that is no word of the market, with its line within the text. */
export function strangePlaceholders(
  text: string,
  constants: FillValues,
): { readonly name: string; readonly line: number }[] {
  return text.split('\n').flatMap((line, at) =>
    placeholdersOf(line)
      .filter((name) => !Object.hasOwn(constants, name))
      .map((name) => ({ name, line: at + 1 })),
  )
}
