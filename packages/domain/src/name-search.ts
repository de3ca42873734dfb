const marks = /\p{M}/gu
/** `1 GB` is one word, and so is `1GB`. */
const amountAndUnit = /(\d)\s+(?=\p{L})/gu
const decimalComma = /(\d),(?=\d)/g
const notAWord = /[^\p{L}\p{N}.]+|\.(?!\d)|(?<!\d)\./gu

/** A name or what somebody looks for, so that case, accents, spaces and dashes make no difference. */
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

/** Whether all words stand in the name, in any order. Both are `searchable` texts. */
export function isNamed(name: string, wanted: string): boolean {
  if (wanted === '') return true
  const joined = name.replaceAll(' ', '')
  return stands(joined, wanted.replaceAll(' ', '')) || wanted.split(' ').every((word) => stands(name, word))
}

/** `1gb` does not stand in `11gb`, nor in `2.1gb`. */
function stands(text: string, word: string): boolean {
  const isNumber = /^\d/.test(word)
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isNumber || !/[\d.]/.test(text.charAt(at - 1))) return true
  }
  return false
}
