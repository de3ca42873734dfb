import {
  boxAround,
  type CellRange,
  computeCell,
  computeCells,
  distanceKm,
  mostRanges,
  type Point,
  selectNearest,
} from '@nyanja/domain/places/map-cell'
import { type Kysely, sql } from 'kysely'
import type { NearQuestion, ShopStore } from '../../places/shops.ts'
import type { Database } from '../schema.ts'
import { inMillionths, shopColumns, toPoint, toShop } from './rows.ts'

/** The number of extra candidates that the flat-map query returns for exact ranking. */
const spare = 2

export function createShopStore(db: Kysely<Database>): ShopStore {
  return {
    async nearest(question) {
      const { point, radiusKm, limit } = question
      const reachKm = Math.min(radiusKm, await computeSearchRadiusKm(db, question))
      const rows = await selectWithinRadius(db, question, reachKm)
      const candidates = rows.map((row) => ({ row, ...toPoint(row) }))
      return selectNearest(candidates, point)
        .filter((candidate) => candidate.distanceKm <= radiusKm)
        .slice(0, limit)
        .map(({ row, distanceKm }) => ({ ...toShop(row), distanceKm }))
    },

    async shop(id) {
      const row = await db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toShop(row)
    },

    async named({ words, kind, limit }) {
      const matchesPrefix = (key: 'name_key' | 'translated_key') =>
        db
          .selectFrom('shops')
          .selectAll()
          .where('kind', '=', kind)
          .where(key, '>=', words)
          .where(key, '<', `${words}\uffff`)
          .orderBy(key)
          .limit(limit)
          .execute()
      const rows = [...(await matchesPrefix('name_key')), ...(await matchesPrefix('translated_key'))]
      const byId = new Map(rows.map((row) => [row.id, row]))
      return [...byId.values()].slice(0, limit).map(toShop)
    },

    names: () => db.selectFrom('shops').select(['id', 'name']).orderBy('id').execute(),
  }
}

/**
 * Returns a radius in kilometres that certainly contains enough shops: the distance of the last one among the shops
 * with the closest cell numbers. It is unlimited where there are fewer.
 */
async function computeSearchRadiusKm(db: Kysely<Database>, { point, kind, limit }: NearQuestion): Promise<number> {
  const cell = computeCell(point)
  const ofKind = db.selectFrom('shops').select(['latitude_e6', 'longitude_e6']).where('kind', '=', kind)
  const after = ofKind.where('cell', '>=', cell).orderBy('cell').limit(limit)
  const before = ofKind.where('cell', '<', cell).orderBy('cell', 'desc').limit(limit)
  const rows = await db
    .selectFrom(after.as('later'))
    .select(['latitude_e6', 'longitude_e6'])
    .unionAll(db.selectFrom(before.as('earlier')).select(['latitude_e6', 'longitude_e6']))
    .execute()
  const distances = rows.map((row) => distanceKm(point, toPoint(row))).sort((one, other) => one - other)
  return distances[limit - 1] ?? Number.POSITIVE_INFINITY
}

/** The database ranks by flat-map distance, which is off by a few parts per thousand at most. */
async function selectWithinRadius(db: Kysely<Database>, { point, kind, limit }: NearQuestion, reachKm: number) {
  const box = boxAround(point, reachKm)
  // Makes one index search for each range: the databases would scan all rows of a kind for ranges joined by `or`, or to
  // a list.
  const inRange = ({ from, end }: CellRange) =>
    db
      .selectFrom('shops')
      .select(['id', 'latitude_e6', 'longitude_e6'])
      .where('kind', '=', kind)
      .where('cell', '>=', from)
      .where('cell', '<', end)
      .where('latitude_e6', '>=', inMillionths(box.south))
      .where('latitude_e6', '<=', inMillionths(box.north))
      .where('longitude_e6', '>=', inMillionths(box.west))
      .where('longitude_e6', '<=', inMillionths(box.east))
  const ranges = computeCells(box)
  // There are always equally many ranges, so that it is one statement, which a connection parses and plans once.
  const filled = Array.from({ length: mostRanges - 1 }, (_, at) => ranges[at + 1] ?? nothing)
  const inReach = filled.map(inRange).reduce((all, range) => all.unionAll(range), inRange(ranges[0] ?? nothing))
  const nearest = db
    .selectFrom(inReach.as('reach'))
    .select('id')
    .orderBy(squaredDistance(point))
    .limit(limit * spare)
  return db.selectFrom('shops').select(shopColumns).where('id', 'in', nearest).execute()
}

const nothing: CellRange = { from: 0, end: 0 }

/** Computes on a flat map, with the length of a degree of longitude in thousandths of a degree of latitude. */
function squaredDistance({ latitude, longitude }: Point) {
  const narrow = Math.round(Math.cos((latitude * Math.PI) / 180) * 1000)
  const north = sql<number>`(latitude_e6 - ${inMillionths(latitude)})`
  const east = sql<number>`((longitude_e6 - ${inMillionths(longitude)}) * ${narrow} / 1000)`
  return sql`${north} * ${north} + ${east} * ${east}`
}
