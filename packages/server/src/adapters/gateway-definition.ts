import { type Currency, money } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { newId } from '../common/ids.ts'
import { rotatedSecret } from '../common/rotated-secret.ts'
import type { ContentPackages } from '../content/content-packages.ts'
import type { WalletCodes } from '../otp/wallet-codes.ts'
import type { Method } from '../payments/attempt.ts'
import type { CallbackReader, Gateway } from '../payments/payment-gateway.ts'
import type { PinWallet } from '../payments/pin/pin-wallet.ts'
import type { Environment } from '../settings/environment.ts'
import type { ProviderHooks } from './call-provider.ts'
import type { TmfOptions } from './tmf/tmf-client.ts'

/** A field of a provider's options, read from the setting of this name. */
export function setting<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  return schema.meta({ setting: name })
}

const isAddress = true

/** Addresses of a provider: setting one enables the provider. */
export const address = (name: string) => z.url().meta({ setting: name, isAddress })

/** The same, where a provider has one beside its main address. */
export const optionalAddress = (name: string) => z.url().exactOptional().meta({ setting: name, isAddress })

const isCredential = true

/** Makes a setting for a secret with which the portal signs in. */
export const secret = (name: string) => z.string().min(1).meta({ setting: name, isCredential })

/** What callbacks are signed with: the current one, then the one that is being rotated. */
export const callbackSecrets = (name: string) => setting(name, rotatedSecret)
export const optionalCallbackSecrets = (name: string) => setting(name, rotatedSecret.exactOptional())
/** A provider signs its callbacks with the secret that the portal signs in with. */
export const signingSecrets = (name: string) => rotatedSecret.meta({ setting: name, isCredential })

/** A number with the calling code, for gateways that require one although the payer gave none. */
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
  return markedNames(shape, 'isAddress')
}

/** Lists the settings with which the portal signs in. */
export function credentialNames(shape: z.ZodRawShape): readonly string[] {
  return markedNames(shape, 'isCredential')
}

function markedNames(shape: z.ZodRawShape, mark: 'isAddress' | 'isCredential'): readonly string[] {
  return Object.values(shape)
    .filter((field) => metaOf(field)[mark] === true)
    .map(nameOf)
}

/** Optional settings are absent where none of their addresses is set. */
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

function verifyNothing(opened: OpenGateway | undefined, { currency }: GatewayContext): Promise<unknown> | undefined {
  return opened?.gateway.verify({ id: newId(), amount: money(currency, 100) })
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

/** The facts that the portal knows about a gateway even when it is not configured. */
export interface GatewayFacts {
  /** The name in market files, addresses and API responses. */
  readonly name: string
  readonly method: Method
  /** The name shown to customers where a market has several gateways of the method. */
  readonly displayName?: string
  /** Keys of the texts that distinguish them; `{gateway}` is replaced by the display name. */
  readonly labels?: { readonly name: TextKey; readonly hint: TextKey }
  /** The timeout of the call that starts a payment. */
  readonly startTimeoutMs: number
  /** The time for which the provider keeps a payment open. */
  readonly lifeMs: number
  /** Whether the payer must have proved the number. */
  readonly needsProof?: true
  /** Query parameters in which the gateway returns our id with the visitor, most trusted first. */
  readonly returnParameters?: readonly string[]
  /** The provider's ids in the reference that the portal stores; default: the reference is the id. */
  readonly providerIds?: (providerReference: string) => readonly string[]
  /** The reference that the provider receives, where it is not the payment's id. */
  readonly sentReference?: (id: string) => string
  /** The settings that production must have, with the reasons. */
  readonly neededInProduction?: Readonly<Record<string, string>>
}

/** Parts of the market, the process and the operator's BSS that a gateway may need. */
export interface GatewayContext extends Required<Pick<ProviderHooks, 'added' | 'observe' | 'toggled'>> {
  readonly brand: string
  readonly opco: string
  readonly country: string
  readonly country3: string
  readonly countryCode: string
  readonly currency: Currency
  readonly currencies: readonly [Currency, ...Currency[]]
  readonly timeZone: string
  /** M-Pesa's names of market and country. */
  readonly mpesa?: { readonly market: string; readonly country: string } | undefined
  readonly tmf: TmfOptions
  /** The address for the provider's callbacks. */
  readonly callbackUrl: string
  /** Receives the id of a payment whose call outlasted its start. */
  readonly answered: (id: string) => void
  readonly log: (text: string) => void
  readonly now: () => number
}

interface OpenGateway {
  readonly gateway: Gateway
  /** The wallet of a gateway whose PIN is entered on the portal's page. */
  readonly pinWallet?: { readonly wallet: PinWallet; readonly codes: WalletCodes }
}

/** A gateway's checkout that opens above the portal's page, and the scripts it needs. */
export interface CardPopup {
  readonly scriptUrl: string
  readonly frameOrigin: string
  /** The key for channels that open the popup themselves. */
  readonly publicKey: string
}

interface PopupDescription {
  readonly settings: Readonly<Record<'scriptUrl' | 'publicKey', z.ZodType<string>>>
  readonly frameOriginOf: (scriptUrl: string) => string
}

function readPopup({ settings: shape, frameOriginOf }: PopupDescription, env: Environment) {
  const reading = readSettings(shape, env)
  if (!('settings' in reading)) return { faults: 'fault' in reading ? [reading.fault] : [] }
  const { scriptUrl, publicKey } = reading.settings
  return { faults: [], popup: { scriptUrl, publicKey, frameOrigin: frameOriginOf(scriptUrl) } }
}

interface GatewayDescription<Shape extends z.ZodRawShape> extends GatewayFacts {
  readonly settings: Shape
  /** Optional: without it visitors go to the gateway redirect page. */
  readonly popup?: PopupDescription
  /** Undefined in a market where the gateway is unavailable. */
  create(settings: Settings<Shape>, context: GatewayContext): OpenGateway | undefined
  createCallbackReader?(settings: Settings<Shape>, now: () => number): CallbackReader
  /**
   * Signs in and moves no money; throws like every call. By default a payment that does not exist is verified, where
   * that shows whether the credentials are right.
   */
  check?(settings: Settings<Shape>, context: GatewayContext): Promise<unknown>
}

/** A gateway with its settings, before its connections are opened. */
export interface ConfiguredGateway extends GatewayFacts {
  readonly settings: Readonly<Record<string, unknown>>
  readonly popup: CardPopup | undefined
  readonly callbackReader: ((now: () => number) => CallbackReader) | undefined
  open(context: GatewayContext): OpenGateway | undefined
  readonly addressNames: readonly string[]
  readonly credentialNames: readonly string[]
  /** Returns undefined in a market where the gateway is unavailable. */
  check(context: GatewayContext): Promise<unknown> | undefined
}

export interface GatewayDefinition extends GatewayFacts {
  readonly settingNames: readonly string[]
  /** The settings that are addresses. */
  readonly addressNames: readonly string[]
  configure(
    env: Environment,
    isWanted: boolean,
  ): { readonly faults: readonly string[]; readonly configured?: ConfiguredGateway }
}

/** The complete definition of a gateway; the registry, the configuration and the API derive from it. */
export function defineGateway<Shape extends z.ZodRawShape>(description: GatewayDescription<Shape>): GatewayDefinition {
  const { settings: shape, popup: popupDescription, create, createCallbackReader, check, ...facts } = description
  const shapes: readonly z.ZodRawShape[] = popupDescription === undefined ? [shape] : [shape, popupDescription.settings]

  return {
    ...facts,
    settingNames: shapes.flatMap(settingNames),
    addressNames: shapes.flatMap(addressNames),

    configure(env, isWanted) {
      const { popup, faults: popupFaults } =
        popupDescription === undefined ? { popup: undefined, faults: [] } : readPopup(popupDescription, env)
      const reading = readSettings(shape, env, isWanted)
      const faults = [...('fault' in reading ? [reading.fault] : []), ...popupFaults]
      if (!('settings' in reading)) return { faults }
      const { settings } = reading
      const configured = {
        ...facts,
        settings,
        popup,
        callbackReader: createCallbackReader && ((now: () => number) => createCallbackReader(settings, now)),
        open: (context: GatewayContext) => create(settings, context),
        addressNames: addressNames(shape),
        credentialNames: credentialNames(shape),
        check: (context: GatewayContext) =>
          check === undefined ? verifyNothing(create(settings, context), context) : check(settings, context),
      }
      return { faults, configured }
    },
  }
}
