export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What stands at a path; arrays on the way are looked into, as the filters of TMF630 do. */
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

/** The objects in a list, or the one object where a list was meant. */
export function objectsAt(value: JsonObject, key: string): readonly JsonObject[] {
  return [value[key] ?? []].flat().filter(isJsonObject)
}
