import { isJsonObject, type JsonObject } from './json.ts'

/** A mistake in a call of the control API, described for a human. */
export class BadBody extends Error {
  override readonly name = 'BadBody'
}

export function objectIn(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw new BadBody('The body must be a JSON object')
  return body
}

export function textIn(body: JsonObject, key: string): string {
  const value = body[key]
  if (typeof value !== 'string' || value === '') throw new BadBody(`"${key}" must be a text`)
  return value
}

export function optionalTextIn(body: JsonObject, key: string): string | undefined {
  return body[key] === undefined ? undefined : textIn(body, key)
}

export function numberIn(body: JsonObject, key: string, { min, max }: { min: number; max: number }): number {
  const value = body[key]
  if (typeof value !== 'number' || !(value >= min && value <= max)) {
    throw new BadBody(`"${key}" must be a number from ${min} to ${max}`)
  }
  return value
}

export function oneOf<const Option extends string>(body: JsonObject, key: string, options: readonly Option[]): Option {
  const option = options.find((candidate) => candidate === body[key])
  if (option === undefined) throw new BadBody(`"${key}" must be one of ${options.join(', ')}`)
  return option
}
