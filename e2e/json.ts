type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const textIn = (value: JsonObject, name: string): string => String(value[name] ?? '')

export const numberIn = (value: JsonObject, name: string): number => Number(value[name] ?? Number.NaN)
