import type { FastifyInstance } from 'fastify'

/** Parses a page's form into an object of its fields. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the values at a path; arrays on the way are traversed, as in the filters of TMF630. */
export function valuesAt(value: Json | undefined, path: readonly string[], from = 0): readonly Json[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path, from))
  const key = path[from]
  if (key === undefined) return [value]
  return isJsonObject(value) ? valuesAt(value[key], path, from + 1) : []
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const [first] = valuesAt(value, path)
  return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined
}

export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const [first] = valuesAt(value, path)
  const number = typeof first === 'string' && first !== '' ? Number(first) : first
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Returns the objects of a list, or a single object as a list. */
export function objectsAt(value: JsonObject, key: string): readonly JsonObject[] {
  return [value[key] ?? []].flat().filter(isJsonObject)
}

/** Describes an error in a control call for a human. */
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

/** A separate scope for each part, because each authenticates, parses bodies and reports errors differently. */
export function inScopes(...parts: readonly ((scope: FastifyInstance) => void)[]): (app: FastifyInstance) => void {
  return (app) => {
    for (const part of parts) {
      void app.register((scope, _options, done) => {
        part(scope)
        done()
      })
    }
  }
}

/** Returns the keys of a table with their own type. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table).filter((name): name is Name => name in table)
}

const shortestPadding = 8

/** Decrypts PKCS#1 v1.5 by hand, because Node refuses to. It is undefined for another padding. */
export function unpad(block: Buffer): Buffer | undefined {
  if (block[0] !== 0 || block[1] !== 2) return undefined
  const end = block.indexOf(0, 2)
  return end < 2 + shortestPadding ? undefined : block.subarray(end + 1)
}
