import { minute } from '@nyanja/domain/time'
import type { ApiAnswer } from './api-answer.ts'

const longestMs = minute
const mostAnswers = 10_000

/** Answers about payments of which nothing can change any more. Kept briefly, since personal data is erased in time. */
export class SettledAnswers {
  readonly #answers = new Map<string, { readonly until: number; readonly answer: ApiAnswer }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  find(id: string): ApiAnswer | undefined {
    const known = this.#answers.get(id)
    return known !== undefined && known.until > this.#now() ? known.answer : undefined
  }

  keep(id: string, answer: ApiAnswer): void {
    this.#answers.delete(id)
    this.#answers.set(id, { until: this.#now() + longestMs, answer })
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > mostAnswers && oldest !== undefined) this.#answers.delete(oldest)
  }
}
