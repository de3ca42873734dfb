import { plainDigits } from './numbers/msisdn.ts'

const marks = /\p{M}/gu
const apostrophes = /['’ʼ`]/gu
/** `4 G` is one word, and so is `4G`. */
const amountAndUnit = /(\d)\s+(?=(?:g|kb|mb|gb|k)(?![\p{L}\p{N}]))/gu
const notAWord = /[^\p{L}\p{N}]+/u

/** The words of a text without case, accents and signs. */
export function readWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .replace(apostrophes, '')
    .toLowerCase()
    .replace(amountAndUnit, '$1')
    .split(notAWord)
    .filter(Boolean)
}

const mostWords = 8
const longestWord = 30

/** The words that carry the meaning of a question. Numbers are left out because they may be personal. */
export function tellingWords(question: string, ignored: ReadonlySet<string>): string[] {
  const words = [...new Set(readWords(withoutNumbers(question, ' ')))]
  const telling = words.filter((word) => !ignored.has(word))
  return (telling.length > 0 ? telling : words).slice(0, mostWords).map((word) => word.slice(0, longestWord))
}

/**
 * Returns how many letters of a word may be typed wrongly. In short words and in numbers an error would mean another
 * word.
 */
export function typosAllowed(word: string): number {
  if (/\d/.test(word) || word.length < 4) return 0
  return word.length < 6 ? 1 : 2
}

const someNumber = /\+?\d(?:[\s().-]*\d){3,}/g
const someAddress = /\S*@\S*/g

/** Numbers of four digits or more in any grouping, and e-mail addresses, are personal data. */
export function withoutNumbers(text: string, inPlace = '#'): string {
  return plainDigits(text).replace(someAddress, inPlace).replace(someNumber, inPlace)
}

/** Screens to which an answer or a category of the help centre may lead; pages know their addresses. */
export const helpScreens = [
  'recharge',
  'bills',
  'dataBundle',
  'dataBalance',
  'fixedInternet',
  'internet',
  'trackLead',
  'tariffs',
  'coverage',
  'shops',
  'dealers',
  'contact',
  'feedback',
  'loans',
  'privacy',
  'about',
  'findPayment',
  'serviceStatus',
  'forgetPhone',
] as const

/** Screens to which a whole category may link instead of holding answers. */
export const destinations = [
  'contact',
  'shops',
  'dealers',
  'feedback',
  'loans',
] as const satisfies readonly HelpScreen[]

export type Destination = (typeof destinations)[number]

export type HelpScreen = (typeof helpScreens)[number]

/** Reasons that a visitor can give for a `no`. */
export const dislikes = ['unclear', 'did_not_work', 'other_question', 'too_long'] as const

export type Dislike = (typeof dislikes)[number]
/** A reason accompanies the `no` and never counts as another vote. */
export type VoteKind = 'yes' | 'no' | Dislike

export interface Votes {
  readonly yes: number
  readonly no: number
}

/** Computes a whole percentage: undefined without votes. */
export function likedPercent({ yes, no }: Votes): number | undefined {
  const all = yes + no
  return all === 0 ? undefined : Math.round((100 * yes) / all)
}

export function isDislike(text: unknown): text is Dislike {
  return dislikes.some((one) => one === text)
}
