import type { JsonObject } from '../core/json.ts'
import { minorIn } from '../core/minor-units.ts'

/** Texts and numbers count alike, as they do at Tingg. */
export class BodyFields {
  readonly #body: JsonObject

  constructor(body: JsonObject) {
    this.#body = body
  }

  text(name: string): string {
    const value = this.#body[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }

  minor(name: string): number | undefined {
    return minorIn(this.text(name))
  }

  firstMissing(names: readonly string[]): string | undefined {
    return names.find((name) => this.text(name) === '')
  }
}
