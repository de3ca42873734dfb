import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import {
  address,
  addressNames,
  type ConfiguredGateway,
  readSettings,
  secret,
  settingNames,
} from '../adapters/gateway-definition.ts'
import type { Environment } from './environment.ts'
import { gateways } from './gateways.ts'
import { type MapArchive, readMapArchive } from './map-archive.ts'
import type { Market } from './market.ts'

/** The operator's own service with the exchange rate of the day. */
const ratesSettings = { baseUrl: address('RATES_URL'), apiKey: secret('RATES_API_KEY') }

/** The operator's own content management. */
const cmsSettings = { baseUrl: address('CMS_URL'), apiKey: secret('CMS_API_KEY') }

const definitions = [...gateways.values()]
const services = [ratesSettings, cmsSettings]

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)]

/** The names of all settings of providers. */
export const providerSettings = unique([
  ...definitions.flatMap(({ settingNames: names }) => names),
  ...services.flatMap(settingNames),
])

/** The settings with addresses, which must not be of this machine in production. */
export const providerAddresses = unique([
  ...definitions.flatMap(({ addressNames: names }) => names),
  ...services.flatMap(addressNames),
])

/** Lists settings that production must have for the configured gateways, with the reason. */
export function neededInProduction(configured: readonly ConfiguredGateway[]): readonly (readonly [string, string])[] {
  return configured.flatMap(({ neededInProduction: needed = {} }) => Object.entries(needed))
}

/** The market's gateways are required; others may be configured for payments that were started with them. */
export function readProviders(env: Environment, wanted: readonly string[]) {
  const readings = definitions.map((definition) => definition.configure(env, wanted.includes(definition.name)))
  const rates = readSettings(ratesSettings, env, wanted.includes('rates'))
  const cms = readSettings(cmsSettings, env, wanted.includes('cms'))
  const ofServices = [rates, cms].flatMap((reading) => ('fault' in reading ? [reading.fault] : []))
  return {
    gateways: readings.flatMap(({ configured }) => configured ?? []),
    providers: {
      rates: 'settings' in rates ? rates.settings : undefined,
      cms: 'settings' in cms ? cms.settings : undefined,
    },
    // Each fault is listed once, because two gateways may need the same settings.
    faults: [...unique([...readings.flatMap(({ faults }) => faults), ...ofServices])],
  }
}

/** The geocoder: the portal's own tables, or a service with its own map. */
export const geocoderSettings = {
  GEOCODER: z.enum(['gazetteer', 'photon', 'nominatim']).default('gazetteer'),
  GEOCODER_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  GEOCODER_PAUSE_MS: z.coerce.number().int().min(0).default(1000),
}

const Settings = z.object(geocoderSettings)

/** Undefined: the portal's own tables. */
export function geocoderOf(env: z.infer<typeof Settings>, { map: { geocoder } }: Pick<Market, 'map'>) {
  const { GEOCODER: name, GEOCODER_URL: baseUrl } = env
  if (name === 'gazetteer' || baseUrl === undefined) return undefined
  const { credit = '© OpenStreetMap contributors', languages = ['en'] } = geocoder ?? {}
  const common = { baseUrl, credit }
  return name === 'photon'
    ? ({ name, ...common, languages } as const)
    : ({ name, ...common, everyMs: env.GEOCODER_PAUSE_MS } as const)
}

export function faultsOfGeocoder({ GEOCODER, GEOCODER_URL }: z.infer<typeof Settings>): string[] {
  return GEOCODER === 'gazetteer' || GEOCODER_URL !== undefined ? [] : [`✖ GEOCODER_URL must be set for ${GEOCODER}`]
}

interface MapTiles {
  readonly url: string
  readonly maxZoom: number
  /**
   * The drawing of vector tiles; without it the tiles are pictures. `module` is the script that draws them, beside that
   * of the map.
   */
  readonly vector?: { readonly dataZoom: number; readonly module: string }
}

/** The parts of maps on pages. */
export interface MapFiles {
  /** The address of the map script. */
  readonly moduleHref: string
  /** The bundled map, in a market that has one. The version is part of its address. */
  readonly basemap?: { readonly version: string; readonly text: string }
  /** The tiles of a map with streets, instead of the bundled one. */
  readonly tiles?: MapTiles
  /** The vector tiles that the portal serves itself. */
  readonly archive?: MapArchive
  /** The attribution of the map. */
  readonly credit: string
}

interface MapPlaces {
  readonly clientFolder: string
  readonly placesFolder: string
  readonly tiles:
    | ({ readonly maxZoom: number; readonly credit: string } & ({ readonly url: string } | { readonly file: string }))
    | undefined
}

/** The largest scale for which Protomaps makes tiles. */
const usualDataZoom = 15

const isVector = (url: string) => /[.](pmtiles|mvt|pbf)([?]|$)/.test(url)

function filesOfTiles({ maxZoom, credit, ...from }: NonNullable<MapPlaces['tiles']>, module: string) {
  if ('file' in from) {
    const archive = readMapArchive(from.file)
    const url = `/files/map-${archive.version}.pmtiles`
    return { archive, tiles: { url, maxZoom, vector: { dataZoom: archive.dataZoom, module } }, credit }
  }
  const vector = isVector(from.url) ? { vector: { dataZoom: Math.min(maxZoom, usualDataZoom), module } } : {}
  return { tiles: { url: from.url, maxZoom, ...vector }, credit }
}

const Built = z.object({ file: z.string() })
const Modules = z.object({ 'app/map/browser/open-map.ts': Built, 'app/map/browser/vector-tiles.ts': Built })
const Credited = z.object({ credit: z.string() })

export function readMapFiles({ clientFolder, placesFolder, tiles }: MapPlaces): MapFiles {
  const modules = Modules.parse(JSON.parse(readFileSync(path.join(clientFolder, 'modules.json'), 'utf8')))
  const moduleHref = `/${modules['app/map/browser/open-map.ts'].file}`
  const vectorModule = path.basename(modules['app/map/browser/vector-tiles.ts'].file)
  if (tiles !== undefined) return { moduleHref, ...filesOfTiles(tiles, vectorModule) }

  const file = path.join(placesFolder, 'basemap.json')
  if (!existsSync(file)) return { moduleHref, credit: '' }
  const text = readFileSync(file, 'utf8')
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return { moduleHref, basemap: { version, text }, credit: Credited.parse(JSON.parse(text)).credit }
}
