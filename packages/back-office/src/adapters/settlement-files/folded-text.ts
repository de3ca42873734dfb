/** Where a line ends, a bank may have cut a word: a tab separates what never belonged together. */
const ends = /\n/

const last = /[\p{L}\p{N}_-]+$/u
const first = /^[\p{L}\p{N}_-]+/u

/** An address begins on a line of its own. */
const address = /^\s*P\.?\s?O\.?\s+BOX\b/i

/** Joins the words at the end of each line with those at the beginning of the next, for a word that was cut there. */
function rejoinedWords(text: string): readonly string[] {
  const lines = text.split(ends)
  return lines.slice(1).flatMap((line, at) => {
    const [tail] = last.exec((lines[at] ?? '').trimEnd()) ?? []
    const [head] = first.exec(line.trimStart()) ?? []
    return tail === undefined || head === undefined || address.test(line) ? [] : [tail + head]
  })
}

/** Lines of names, addresses and subfields have 27 or 35 places; those of a message 65 or so, or 140. */
function isFull(line: string): boolean {
  const { length } = line.slice(line.lastIndexOf('\t') + 1)
  return length === 27 || length === 35 || length >= 60
}

/** Removes the ends of full lines from the text: a name of several words may go on behind them. */
function unfolded(text: string): string {
  const lines = text.split(ends)
  return lines.map((line, at) => (isFull(line) && !address.test(lines[at + 1] ?? '') ? line : `${line}\n`)).join('')
}

const pieces = (text: string): readonly string[] => [...text.split(/[\n\t]/), ...rejoinedWords(text)]

/** Words of a text that look like references: they have a digit, and six characters or more. */
export function referencesIn(text: string): readonly string[] {
  const words = pieces(text).flatMap((piece) => piece.match(/[\p{L}\p{N}][\p{L}\p{N}_-]{5,60}/gu) ?? [])
  return words.filter((word) => /\d/.test(word))
}

const escaped = (words: string) => words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(/\s+/g, '\\s+')

/** Finds these texts as whole words in any case, never as a part of another word. The end of a line may cut a word. */
export function createWordFinder(wanted: readonly string[]): (text: string) => boolean {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'iu')
  return (text) => [text, ...rejoinedWords(text), unfolded(text)].some((part) => pattern.test(part))
}
