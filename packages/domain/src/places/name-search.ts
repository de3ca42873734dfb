const marks = /\p{M}/gu
/** `1 GB` is one word, and so is `1GB`. */
const amountAndUnit = /(\d)\s+(?=\p{L})/gu
const decimalComma = /(\d),(?=\d)/g
const notAWord = /[^\p{L}\p{N}.]+|\.(?!\d)|(?<!\d)\./gu

/** A name or search text without case, accents, spaces and dashes. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(decimalComma, '$1.')
    .replace(notAWord, ' ')
    .replace(amountAndUnit, '$1')
    .trim()
}

/** Tells whether the name contains all words, in any order. Both are `searchable` texts. */
export function isNamed(name: string, wanted: string): boolean {
  if (wanted === '') return true
  const joined = name.replaceAll(' ', '')
  return stands(joined, wanted.replaceAll(' ', '')) || wanted.split(' ').every((word) => stands(name, word))
}

/** `1gb` matches neither `11gb` nor `2.1gb`. */
function stands(text: string, word: string): boolean {
  const isNumber = /^\d/.test(word)
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isNumber || !/[\d.]/.test(text.charAt(at - 1))) return true
  }
  return false
}

/** Counts letters that are wrong, missing, extra or swapped with the next one, up to `most`. */
export function typingErrors(typed: string, meant: string, most: number): number {
  if (Math.abs(typed.length - meant.length) > most) return most + 1
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: meant.length + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let at = 1; at <= meant.length; at++) {
      const isSame = typed[row - 1] === meant[at - 1]
      const isSwapped = row > 1 && at > 1 && typed[row - 1] === meant[at - 2] && typed[row - 2] === meant[at - 1]
      const swapped = isSwapped ? costIn(beforeLast, at - 2) + 1 : Number.POSITIVE_INFINITY
      next.push(
        Math.min(costIn(last, at - 1) + (isSame ? 0 : 1), costIn(last, at) + 1, costIn(next, at - 1) + 1, swapped),
      )
    }
    if (Math.min(...next) > most) return most + 1
    beforeLast = last
    last = next
  }
  return Math.min(costIn(last, meant.length), most + 1)
}

const costIn = (row: readonly number[], at: number): number => row[at] ?? Number.POSITIVE_INFINITY

/** Returns how many typing errors are tolerated in a word; in a short one an error would mean another word. */
export function forgivenErrors(typed: string): number {
  if (typed.length < 4) return 0
  return typed.length < 8 ? 1 : 2
}
