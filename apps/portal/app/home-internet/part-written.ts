import { searchable } from '@nyanja/domain/places/name-search'

/** Each with a space around it; letters and figures that stand together are two words. */
const textsOf = (text: string) => ` ${searchable(text).replaceAll(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')} `

/** The part of a town that stands first in somebody's own words. */
export function partWritten(text: string, parts: readonly string[]): string | undefined {
  const written = textsOf(text)
  const [first] = parts
    .map((part) => ({ part, at: written.indexOf(textsOf(part)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || other.part.length - one.part.length)
  return first?.part
}
