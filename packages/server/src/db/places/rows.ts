import { computeCell, type Point } from '@nyanja/domain/places/map-cell'
import { searchable } from '@nyanja/domain/places/name-search'
import { shopKinds, shopServices, shopTextNames } from '@nyanja/domain/places/shop'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { District, PlaceTableName, PlaceTables, Shop, Town } from '../../places/place-source.ts'
import type { DistrictTable, ShopTable, TownTable } from './tables.ts'

const million = 1_000_000
const Texts = z.array(z.string())
const Kind = z.enum(shopKinds)
const Services = z.array(z.enum(shopServices))
const ShopTexts = z.partialRecord(z.enum(shopTextNames), z.string())
const Translations = z.record(z.string(), ShopTexts)
const Hours = z.array(z.array(z.object({ from: z.int(), to: z.int() })))

export const inMillionths = (degrees: number) => Math.round(degrees * million)

export const toPoint = (row: { latitude_e6: number; longitude_e6: number }): Point => ({
  latitude: row.latitude_e6 / million,
  longitude: row.longitude_e6 / million,
})

const ofPoint = ({ latitude, longitude }: Point) => ({
  latitude_e6: inMillionths(latitude),
  longitude_e6: inMillionths(longitude),
})

/** The columns of each table without the hash column. */
export const columnsOf: {
  readonly [Name in PlaceTableName]: (row: PlaceTables[Name]) => Readonly<Record<string, string | number>>
} = {
  districts: ({ id, name, region, aliases, ...at }) => ({
    id,
    ...ofPoint(at),
    name,
    region,
    aliases_json: JSON.stringify(aliases),
  }),
  towns: ({ name, district, population, hasHomeInternet, aliases, ...at }) => ({
    id: searchable(`${name} ${district}`),
    ...ofPoint(at),
    name,
    district,
    population,
    has_home_internet: hasHomeInternet ? 1 : 0,
    aliases_json: JSON.stringify(aliases),
  }),
  shops: ({ id, kind, latitude, longitude, town, district, phone, hours, services, translations = {}, ...texts }) => ({
    id,
    ...ofPoint({ latitude, longitude }),
    cell: computeCell({ latitude, longitude }),
    kind,
    name: texts.name,
    name_key: searchable(texts.name),
    translations_json: JSON.stringify(translations),
    translated_key: searchable(Object.values(translations)[0]?.name ?? ''),
    address: texts.address,
    texts_json: JSON.stringify({ ...texts, name: undefined, address: undefined }),
    town,
    district,
    phone,
    hours_json: JSON.stringify(hours),
    services_json: JSON.stringify(services),
  }),
}

export function toDistrict(row: Selectable<DistrictTable>): District {
  const { id, name, region, aliases_json } = row
  return { id, name, region, aliases: Texts.parse(JSON.parse(aliases_json)), ...toPoint(row) }
}

export function toTown(row: Selectable<TownTable>): Town {
  const { name, district, population, has_home_internet, aliases_json } = row
  const aliases = Texts.parse(JSON.parse(aliases_json))
  return { name, district, population, hasHomeInternet: has_home_internet === 1, aliases, ...toPoint(row) }
}

/** The columns that `toShop` reads. */
export const shopColumns = [
  ...(['id', 'latitude_e6', 'longitude_e6', 'kind', 'name', 'translations_json'] as const),
  ...(['address', 'texts_json', 'town', 'district', 'phone', 'hours_json', 'services_json'] as const),
] as const

export function toShop(row: Pick<Selectable<ShopTable>, (typeof shopColumns)[number]>): Shop {
  const { id, kind, name, address, town, district, phone, hours_json, services_json } = row
  const translations = Translations.parse(JSON.parse(row.translations_json))
  return {
    ...ShopTexts.parse(JSON.parse(row.texts_json)),
    ...{ id, name, address, town, district, phone },
    kind: Kind.parse(kind),
    hours: Hours.parse(JSON.parse(hours_json)),
    services: Services.parse(JSON.parse(services_json)),
    ...(Object.keys(translations).length > 0 && { translations }),
    ...toPoint(row),
  }
}
