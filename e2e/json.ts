type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const readObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const readObjects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const readText = (value: JsonObject, name: string): string => String(value[name] ?? '')

export const readNumber = (value: JsonObject, name: string): number => Number(value[name] ?? Number.NaN)
