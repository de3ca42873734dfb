import { isJsonObject, type JsonObject } from '../core/json.ts'
import { decoded } from './xml.ts'

/** The tags below one tag of a request, as text. */
export class Fields {
  readonly #tags: JsonObject

  constructor(tags: JsonObject) {
    this.#tags = tags
  }

  text(tag: string): string {
    const value = this.#tags[tag]
    return typeof value === 'string' ? decoded(value).trim() : ''
  }

  has(tag: string): boolean {
    return this.text(tag) !== ''
  }

  below(tag: string): Fields {
    const value = this.#tags[tag]
    return new Fields(isJsonObject(value) ? value : {})
  }

  /** The parts of a list such as `Services`. */
  each(tag: string): readonly Fields[] {
    return [this.#tags[tag] ?? []]
      .flat()
      .filter(isJsonObject)
      .map((tags) => new Fields(tags))
  }

  firstMissing(tags: readonly string[]): string | undefined {
    return tags.find((tag) => !this.has(tag))
  }

  firstRepeated(): string | undefined {
    return Object.keys(this.#tags).find((tag) => Array.isArray(this.#tags[tag]))
  }
}
