import path from 'node:path'
import { frameOriginOf } from '../adapters/paystack/frame-origin.ts'

type Given = Readonly<Record<string, string | undefined>>

interface RemovedSetting {
  /** What takes its place, as the end of the sentence "X is no longer read: …". */
  readonly instead: string
  /** Whether its value applies all the same. Without it the value is always lost. */
  readonly isKept?: (value: string, given: Given) => boolean
}

/** Its value is the setting that takes its place, or one of its parts. */
const isPartOf =
  (name: string, separators: RegExp) =>
  (value: string, given: Given): boolean =>
    given[name]?.split(separators).includes(value) ?? false

const [lines, channels, addresses] = [/\s*\n\s*/, /\s*[,:]\s*/, /[\s,:/]+/]

const isSamePath = (one: string, other: string) => path.resolve(one) === path.resolve(other)

const inMarket = (field: string, usual: string) => ({
  instead: `it is ${field} in the market file; remove the line when it stands there`,
  isKept: (value: string) => value === usual,
})

const belowIn = (name: string) => ({
  instead: `the previous value is the second line of ${name}, best in the file of ${name}_FILE`,
  isKept: isPartOf(name, lines),
})

const ofBss = (name: string) => ({
  instead: `${name} holds it, whatever the kind of BSS_AUTH`,
  isKept: isPartOf(name, lines),
})

const afterSandbox = (offset: number) => ({
  instead: `it is SANDBOX_PORT and ${offset}`,
  isKept: (value: string, { SANDBOX_PORT = '3100' }: Given) => Number(value) === Number(SANDBOX_PORT) + offset,
})

const ofSmsc = {
  instead: 'SMSC_URL=smpp://host:port,host2:port holds both addresses',
  isKept: isPartOf('SMSC_URL', addresses),
}

/** Settings of earlier releases. An operator who still has one is told so, and is never changed silently. */
const removedSettings: Readonly<Record<string, RemovedSetting>> = {
  ALLOW_SQLITE: { instead: 'set ALLOW_UNSAFE=sqlite' },
  ALLOW_PLAIN_HTTP: { instead: 'name in ALLOW_UNSAFE each setting that may be plain http' },
  BSS_HEADER_SECRET: ofBss('BSS_SECRET'),
  BSS_PASSWORD: ofBss('BSS_SECRET'),
  BSS_CLIENT_ID: ofBss('BSS_USER'),
  BSS_CLIENT_SECRET: ofBss('BSS_SECRET'),
  BSS_CLIENT_AUTH: {
    instead: 'BSS_AUTH=oauth2-body sends user and secret in the body of the request for a token',
    isKept: (value, { BSS_AUTH }) => (value === 'body') === (BSS_AUTH === 'oauth2-body'),
  },
  CALLBACK_PREVIOUS_TOKEN: belowIn('CALLBACK_TOKEN'),
  // A key in PEM has many lines.
  FIELD_PREVIOUS_KEY: { ...belowIn('FIELD_KEY'), isKept: (key, { FIELD_KEY }) => FIELD_KEY?.includes(key) === true },
  MARKET_FILE: {
    instead: 'it is market.json in the folder of MARKET_DIR',
    isKept: (value, { MARKET_DIR }) =>
      MARKET_DIR !== undefined && isSamePath(value, path.join(MARKET_DIR, 'market.json')),
  },
  PLACES_DIR: {
    instead: 'it is the folder places beside CONTENT_DIR',
    isKept: (value, { CONTENT_DIR }) =>
      CONTENT_DIR !== undefined && isSamePath(value, path.join(CONTENT_DIR, '../places')),
  },
  SETTLEMENT_FORMATS_DIR: {
    instead: 'it is settlement-formats in the folder of MARKET_DIR',
    isKept: (value, { MARKET_DIR }) =>
      MARKET_DIR !== undefined && isSamePath(value, path.join(MARKET_DIR, 'settlement-formats')),
  },
  MAP_TILES_FILE: { instead: 'MAP_TILES names a file or an address', isKept: isPartOf('MAP_TILES', lines) },
  MAP_TILES_URL: { instead: 'MAP_TILES names a file or an address', isKept: isPartOf('MAP_TILES', lines) },
  MAP_TILES_CREDIT: inMarket('map.tiles.credit', '© OpenStreetMap'),
  MAP_TILES_MAX_ZOOM: inMarket('map.tiles.maxZoom', '18'),
  GEOCODER_CREDIT: inMarket('map.geocoder.credit', '© OpenStreetMap contributors'),
  GEOCODER_LANGUAGES: inMarket('map.geocoder.languages', 'en'),
  MONEY_PREVIOUS_CALLBACK_KEY: belowIn('MONEY_CALLBACK_KEY'),
  PAYCHANGU_PREVIOUS_WEBHOOK_SECRET: belowIn('PAYCHANGU_WEBHOOK_SECRET'),
  PAYSTACK_PREVIOUS_SECRET_KEY: belowIn('PAYSTACK_SECRET_KEY'),
  WALLET_PREVIOUS_CALLBACK_SECRET: belowIn('WALLET_CALLBACK_SECRET'),
  DPO_PAGE_URL: {
    instead: 'the page is DPO_URL with /payv2.php, or with another path in DPO_PATHS=page=/…',
    isKept: (value, { DPO_URL, DPO_PATHS = '' }) =>
      value === `${DPO_URL}${/\bpage=([^,\s]+)/.exec(DPO_PATHS)?.[1] ?? '/payv2.php'}`,
  },
  DPO_API_PATH: {
    instead: 'it is part of DPO_PATHS, as api=/…',
    isKept: (value, { DPO_PATHS = '' }) => value === (/\bapi=([^,\s]+)/.exec(DPO_PATHS)?.[1] ?? '/API/v6/'),
  },
  DPO_VERIFY_PATH: {
    instead: 'it is part of DPO_PATHS, as verify=/…',
    isKept: (value, { DPO_PATHS = '' }) => value === /\bverify=([^,\s]+)/.exec(DPO_PATHS)?.[1],
  },
  PAYSTACK_FRAME_URL: {
    instead: 'the frame follows from PAYSTACK_SCRIPT_URL',
    isKept: (value, { PAYSTACK_SCRIPT_URL: script = '' }) =>
      URL.canParse(script) && URL.parse(value)?.origin === frameOriginOf(script),
  },
  UBA_PAGE_URL: {
    instead: 'the page is UBA_URL with /paytran',
    isKept: (value, { UBA_URL }) => value === `${UBA_URL}/paytran`,
  },
  CHAT_API_KEY: { instead: 'it is the key of the channel chat in API_KEYS', isKept: isPartOf('API_KEYS', channels) },
  SANDBOX_BANK_PORT: afterSandbox(1),
  SANDBOX_SMPP_PORT: afterSandbox(2),
  SANDBOX_SMTP_PORT: afterSandbox(3),
  SANDBOX_IDENTITY_PORT: afterSandbox(4),
  SMSC_HOST: ofSmsc,
  SMSC_PORT: ofSmsc,
  SMSC_FALLBACK_HOST: ofSmsc,
  SMSC_FALLBACK_PORT: ofSmsc,
  SMSC_TLS: {
    instead: 'SMSC_URL begins with smpps:// for TLS, and with smpp:// without',
    isKept: (value, { SMSC_URL = '' }) => SMSC_URL.startsWith(value === 'on' ? 'smpps:' : 'smpp:'),
  },
}

export const removedNames: readonly string[] = Object.keys(removedSettings)

/** The removed settings that are present, one sentence for each. Production refuses those whose value is lost. */
export function findRemovedSettings(given: Given) {
  const present = Object.entries(removedSettings).flatMap(([name, { instead, isKept }]) => {
    const value = given[name]
    if (value === undefined || value === '') return []
    return [{ sentence: `${name} is no longer read: ${instead}`, isLost: isKept?.(value, given) !== true }]
  })
  const sentencesOf = (isLost: boolean) => present.filter((one) => one.isLost === isLost).map((one) => one.sentence)
  return { lost: sentencesOf(true), kept: sentencesOf(false) }
}
