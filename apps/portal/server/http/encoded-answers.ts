import { type Encoding, encode, type Parts } from './encode-body.ts'

/** Every package in two languages and a few encodings. */
const mostKept = 100

/** Answers that many ask for, compressed once. */
export class EncodedAnswers {
  /** The one that was asked for longest ago comes first. */
  readonly #kept = new Map<string, Promise<Parts>>()

  /** `tag` changes with the answer. */
  of(answer: Parts, tag: string, encoding: Encoding): Promise<Parts> {
    const key = `${tag} ${encoding}`
    const encoded = this.#kept.get(key) ?? encode(answer, encoding, 'kept')
    this.#kept.delete(key)
    this.#kept.set(key, encoded)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest)
    return encoded
  }
}
