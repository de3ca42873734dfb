import { z } from 'zod'
import type { Environment } from '../settings/environment.ts'

/** A field of a provider's options that is read from the setting of this name. */
export function setting<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  return schema.meta({ setting: name })
}

const isAddress = true

/** Where a provider is reached: one that is set means that the provider is set up. */
export const address = (name: string) => z.url().meta({ setting: name, isAddress })

/** The same, of which the origin alone counts. */
export const originAddress = (name: string) =>
  z
    .url()
    .transform((url) => new URL(url).origin)
    .meta({ setting: name, isAddress })

export const secret = (name: string) => setting(name, z.string().min(1))
export const optionalSecret = (name: string) => setting(name, z.string().min(1).exactOptional())

/** With the calling code: some gateways want a number also of a payer who gave none. */
export const fallbackMsisdn = setting(
  'CARD_FALLBACK_MSISDN',
  z.string().regex(/^\d{8,15}$/, 'digits with the calling code'),
)

export type Settings<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

export type SettingsReading<Shape extends z.ZodRawShape> =
  | { readonly settings: Settings<Shape> }
  | { readonly fault: string }
  | { readonly isAbsent: true }

const metaOf = (field: z.core.$ZodType) => z.globalRegistry.get(field) ?? {}
const nameOf = (field: z.core.$ZodType) => String(metaOf(field).setting)

export function settingNames(shape: z.ZodRawShape): readonly string[] {
  return Object.values(shape).map(nameOf)
}

export function addressNames(shape: z.ZodRawShape): readonly string[] {
  return Object.values(shape)
    .filter((field) => metaOf(field).isAddress === true)
    .map(nameOf)
}

/** Undemanded settings are absent where none of their addresses is set. */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Environment,
  isWanted = false,
): SettingsReading<Shape> {
  const addresses = addressNames(shape)
  const isSetUp = addresses.length === 0 || addresses.some((name) => env[name] !== undefined)
  if (!isSetUp && !isWanted) return { isAbsent: true }
  const given = Object.entries(shape).flatMap(([key, field]) => {
    const value = env[nameOf(field)]
    return value === undefined ? [] : [[key, value] as const]
  })
  const { data, error } = z.object(shape).safeParse(Object.fromEntries(given))
  return error === undefined ? { settings: data } : { fault: z.prettifyError(namedBySetting(error, shape)) }
}

function namedBySetting({ issues }: z.core.$ZodError, shape: z.ZodRawShape) {
  return {
    issues: issues.map(({ path: [key, ...rest], message }) => {
      const field = shape[String(key)]
      return { message, path: field === undefined ? rest : [nameOf(field), ...rest] }
    }),
  }
}
