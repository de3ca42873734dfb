import type { Currency } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { ContentPackages } from '../content/content-packages.ts'
import type { WalletCodes } from '../otp/wallet-codes.ts'
import type { Method } from '../payments/attempt.ts'
import type { CallbackReader, Gateway } from '../payments/payment-gateway.ts'
import type { PinWallet } from '../payments/pin/pin-wallet.ts'
import type { Environment } from '../settings/environment.ts'
import type { ProviderHooks } from './call-provider.ts'
import type { TmfOptions } from './tmf/tmf-client.ts'

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

type Settings<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

type SettingsReading<Shape extends z.ZodRawShape> =
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

type TextKey = keyof ContentPackages['orp-translation']

/** What the rest of the portal knows of a gateway, whether it is set up or not. */
export interface GatewayFacts {
  /** In market files, in addresses and on the wire. */
  readonly name: string
  readonly method: Method
  /** As customers know it, where a market may have several gateways of the method. */
  readonly displayName?: string
  /** Keys of the texts that then tell them apart; `{gateway}` stands for the display name. */
  readonly labels?: { readonly name: TextKey; readonly hint: TextKey }
  /** The longest call that starts a payment. */
  readonly startTimeoutMs: number
  /** How long the provider keeps a payment open. */
  readonly lifeMs: number
  /** Whether the payer must have proved the number before. */
  readonly needsProof?: true
  /** Under which the gateway brings our id back with the visitor, the most trusted first. */
  readonly returnParameters?: readonly string[]
  /** Settings that production must have, with the reason. */
  readonly neededInProduction?: Readonly<Record<string, string>>
}

/** What a gateway may need of the market, the process and the operator's BSS. */
export interface GatewayContext extends Required<Pick<ProviderHooks, 'added' | 'observe' | 'toggled'>> {
  readonly brand: string
  readonly opco: string
  readonly country: string
  readonly country3: string
  readonly countryCode: string
  readonly currency: Currency
  readonly currencies: readonly [Currency, ...Currency[]]
  readonly timeZone: string
  /** M-Pesa's own words for market and country. */
  readonly mpesa?: { readonly market: string; readonly country: string } | undefined
  readonly tmf: TmfOptions
  /** Where the provider may call us. */
  readonly callbackUrl: string
  /** Hears of calls that outlasted their start. */
  readonly answered: (id: string) => void
  readonly log: (text: string) => void
  readonly now: () => number
}

interface OpenGateway {
  readonly gateway: Gateway
  /** Of a gateway whose PIN is typed on our page. */
  readonly pinWallet?: { readonly wallet: PinWallet; readonly codes: WalletCodes }
}

/** A gateway's checkout that opens over our own page, and what that page loads for it. */
export interface CardPopup {
  readonly scriptUrl: string
  readonly frameOrigin: string
  /** For channels that open it themselves. */
  readonly publicKey: string
}

type PopupShape = Readonly<Record<keyof CardPopup, z.ZodType<string>>>

interface GatewayDescription<Shape extends z.ZodRawShape> extends GatewayFacts {
  readonly settings: Shape
  /** Read apart: without them visitors go to the gateway redirect page. */
  readonly popup?: PopupShape
  /** Undefined in a market where it cannot be. */
  create(settings: Settings<Shape>, context: GatewayContext): OpenGateway | undefined
  createCallbackReader?(settings: Settings<Shape>, now: () => number): CallbackReader
}

/** A gateway with its settings, before anything is opened. */
export interface ConfiguredGateway extends GatewayFacts {
  readonly settings: Readonly<Record<string, unknown>>
  readonly popup: CardPopup | undefined
  readonly callbackReader: ((now: () => number) => CallbackReader) | undefined
  open(context: GatewayContext): OpenGateway | undefined
}

export interface GatewayDefinition extends GatewayFacts {
  readonly settingNames: readonly string[]
  /** Those settings that hold addresses. */
  readonly addressNames: readonly string[]
  configure(
    env: Environment,
    isWanted: boolean,
  ): { readonly faults: readonly string[]; readonly configured?: ConfiguredGateway }
}

/** Everything that there is to know of a gateway; the registry, the configuration and the API derive from it. */
export function defineGateway<Shape extends z.ZodRawShape>(description: GatewayDescription<Shape>): GatewayDefinition {
  const { settings: shape, popup: popupShape, create, createCallbackReader, ...facts } = description
  const shapes: readonly z.ZodRawShape[] = popupShape === undefined ? [shape] : [shape, popupShape]

  return {
    ...facts,
    settingNames: shapes.flatMap(settingNames),
    addressNames: shapes.flatMap(addressNames),

    configure(env, isWanted) {
      const popup = popupShape === undefined ? undefined : readSettings(popupShape, env)
      const reading = readSettings(shape, env, isWanted)
      const faults = [reading, popup].flatMap((one) => (one !== undefined && 'fault' in one ? [one.fault] : []))
      if (!('settings' in reading)) return { faults }
      const { settings } = reading
      const configured = {
        ...facts,
        settings,
        popup: popup !== undefined && 'settings' in popup ? popup.settings : undefined,
        callbackReader: createCallbackReader && ((now: () => number) => createCallbackReader(settings, now)),
        open: (context: GatewayContext) => create(settings, context),
      }
      return { faults, configured }
    },
  }
}
