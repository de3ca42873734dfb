import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { readCommand } from '../command.mjs'

// Makes a small archive of vector tiles in the form of a real one, from the embedded map and the table of shops. The
// streets are short lines through shops, named after their addresses: they show that streets are drawn, not where they
// are.

const home = path.join(import.meta.dirname, '..', '..', 'apps', 'portal', 'places')
const extent = 4096
const buffer = 64
const zooms = { least: 4, most: 10 }
/** Degrees around the market that the map can be panned to. */
const margin = 2

/** Writes an archive (PMTiles, version 3) with the map of the market `code`. */
export function makeSampleTiles(code) {
  const basemap = JSON.parse(readFileSync(path.join(home, code, 'basemap.json'), 'utf8'))
  const shops = readFileSync(path.join(home, code, 'shops.csv'), 'utf8').split('\n')
  const features = [...featuresOf(basemap), ...shops.flatMap(streetAt)]
  const bounds = boundsOf(basemap.country.flatMap(unpacked))
  const tiles = []
  for (let z = zooms.least; z <= zooms.most; z += 1) {
    const projected = features.map((feature) => project(feature, z))
    for (const { x, y } of tilesIn(bounds, z)) {
      const bytes = tileOf(projected, { x, y })
      if (bytes !== undefined) tiles.push({ id: toTileId(z, x, y), bytes: gzipSync(bytes) })
    }
  }
  return toArchive(
    tiles.toSorted((one, other) => one.id - other.id),
    bounds,
  )
}

function featuresOf({ neighbours = [], country, lakes, rivers, borders, waterNames, towns }) {
  const each = (layer, type, lines, tags) => lines.map((line) => ({ layer, type, line: unpacked(line), tags }))
  return [
    ...each('earth', 'polygon', neighbours, { kind: 'earth' }),
    ...each('earth', 'polygon', country, { kind: 'earth' }),
    ...each('water', 'polygon', lakes, { kind: 'lake' }),
    ...each('water', 'line', rivers, { kind: 'river' }),
    ...each('boundaries', 'line', borders, { kind: 'region' }),
    ...each('boundaries', 'line', country, { kind: 'country' }),
    ...waterNames.map(({ at: [lat, lng], names }) => ({
      ...{ layer: 'water', type: 'point', line: [[lng, lat]] },
      tags: { kind: 'lake', ...named(names) },
    })),
    ...towns.map(([name, lat, lng, rank]) => ({
      ...{ layer: 'places', type: 'point', line: [[lng / 1000, lat / 1000]] },
      tags: { kind: 'locality', name, population_rank: 13 - 2 * rank },
    })),
  ]
}

const named = (names) =>
  Object.fromEntries([
    ['name', Object.values(names)[0]],
    ...Object.entries(names).map(([language, name]) => [`name:${language}`, name]),
  ])

/** Draws a street through the shop at this row, if its address names one. */
function streetAt(row, index) {
  const [, street, lat, lng] =
    /"([^",]*(?:Road|Drive|Avenue|Street|Avenue))\b.*?,(-?\d+\.\d+),(\d+\.\d+),/.exec(row) ?? []
  if (street === undefined) return []
  const [across, up] = index % 2 === 0 ? [0.011, 0.003] : [0.002, 0.01]
  const line = [-1, 0, 1].map((step) => [Number(lng) + step * across, Number(lat) + step * up])
  return [{ layer: 'roads', type: 'line', line, tags: { kind: 'major_road', name: street } }]
}

/** Longitude and latitude of each point. */
function unpacked(line) {
  const points = []
  let [lat, lng] = [0, 0]
  for (let at = 0; at < line.length; at += 2) {
    lat += line[at]
    lng += line[at + 1]
    points.push([lng / 1000, lat / 1000])
  }
  return points
}

function boundsOf(points) {
  const [lngs, lats] = [0, 1].map((axis) => points.map((point) => point[axis]))
  return {
    ...{ west: Math.min(...lngs) - margin, east: Math.max(...lngs) + margin },
    ...{ south: Math.min(...lats) - margin, north: Math.max(...lats) + margin },
  }
}

function toWorld([lng, lat], z) {
  const sine = Math.sin((lat * Math.PI) / 180)
  const scale = 2 ** z
  return [((lng + 180) / 360) * scale, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale]
}

function tilesIn({ west, south, east, north }, z) {
  const [left, top] = toWorld([west, north], z).map(Math.floor)
  const [right, bottom] = toWorld([east, south], z).map(Math.floor)
  const across = right - left + 1
  return Array.from({ length: across * (bottom - top + 1) }, (_, at) => ({
    ...{ x: left + (at % across), y: top + Math.floor(at / across) },
  }))
}

/** Returns the position on the Hilbert curve, after all tiles of the lower zooms. */
function toTileId(z, x, y) {
  let id = (4 ** z - 1) / 3
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, down] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0]
    id += side * side * ((3 * right) ^ down)
    if (down === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y]
      ;[x, y] = [y, x]
    }
  }
  return id
}

/** Converts to tiles of this zoom, with the box around it. */
function project({ line, ...feature }, z) {
  const points = line.map((point) => toWorld(point, z))
  const box = [0, 1]
    .map((axis) => points.map((point) => point[axis]))
    .map((all) => [Math.min(...all), Math.max(...all)])
  return { ...feature, points, box }
}

/** Undefined for a tile without anything on it. */
function tileOf(features, { x, y }) {
  const edge = buffer / extent
  const meets = ([least, most], at) => most >= at - edge && least <= at + 1 + edge
  const layers = new Map()
  for (const { layer, type, points, tags } of features.filter(({ box }) => meets(box[0], x) && meets(box[1], y))) {
    const inTile = points.map(([right, down]) => [Math.round((right - x) * extent), Math.round((down - y) * extent)])
    for (const part of partsInTile(inTile, type))
      layers.set(layer, [...(layers.get(layer) ?? []), { type, part, tags }])
  }
  const bytes = [...layers].flatMap(([name, drawn]) => field(3, layerOf(name, drawn)))
  return bytes.length === 0 ? undefined : Buffer.from(bytes)
}

const isNear = ([x, y]) => x >= -buffer && y >= -buffer && x <= extent + buffer && y <= extent + buffer

function partsInTile(points, type) {
  if (type === 'point') return points.filter(isNear).map((point) => [point])
  if (type === 'polygon') {
    const ring = clipRing(points)
    return ring.length < 3 ? [] : [ring]
  }
  const parts = [[]]
  for (const [at, to] of points.entries()) {
    const from = points[at - 1]
    if (from === undefined) continue
    if (!crosses(from, to)) parts.push([])
    else if (parts.at(-1).length === 0) parts.at(-1).push(from, to)
    else parts.at(-1).push(to)
  }
  return parts.filter((part) => part.length > 1)
}

/** Tells whether the boxes of segment and tile meet. */
const crosses = (from, to) =>
  [0, 1].every((axis) => Math.max(from[axis], to[axis]) >= -buffer && Math.min(from[axis], to[axis]) <= extent + buffer)

/** Returns the part of a ring in the tile and its buffer, by the algorithm of Sutherland and Hodgman. */
function clipRing(ring) {
  const sides = [
    ...[0, 1].map((axis) => ({ axis, limit: -buffer, keeps: (point) => point[axis] >= -buffer })),
    ...[0, 1].map((axis) => ({ axis, limit: extent + buffer, keeps: (point) => point[axis] <= extent + buffer })),
  ]
  return sides.reduce(
    (kept, { axis, limit, keeps }) =>
      kept.flatMap((to, at) => {
        const from = kept.at(at - 1)
        const cut = () => {
          const part = (limit - from[axis]) / (to[axis] - from[axis])
          const other = Math.round(from[1 - axis] + (to[1 - axis] - from[1 - axis]) * part)
          return axis === 0 ? [limit, other] : [other, limit]
        }
        return [...(keeps(from) === keeps(to) ? [] : [cut()]), ...(keeps(to) ? [to] : [])]
      }),
    ring,
  )
}

const types = { point: 1, line: 2, polygon: 3 }

/** Encodes a layer of a Mapbox vector tile. */
function layerOf(name, drawn) {
  const keys = [...new Set(drawn.flatMap(({ tags }) => Object.keys(tags)))]
  const values = [...new Set(drawn.flatMap(({ tags }) => Object.values(tags)))]
  const features = drawn.flatMap(({ type, part, tags }) => {
    const pairs = Object.entries(tags).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)])
    const geometry = geometryOf(part, type)
    return field(2, [
      ...field(2, pairs.flatMap(varint)),
      ...number(3, types[type]),
      ...field(4, geometry.flatMap(varint)),
    ])
  })
  return [
    ...number(15, 2),
    ...field(1, text(name)),
    ...features,
    ...keys.flatMap((key) => field(3, text(key))),
    ...values.flatMap((value) => field(4, typeof value === 'number' ? number(5, value) : field(1, text(value)))),
    ...number(5, extent),
  ]
}

function geometryOf(points, type) {
  const steps = points.map(([x, y], at) => [x - (points[at - 1]?.[0] ?? 0), y - (points[at - 1]?.[1] ?? 0)])
  const [first, ...others] = steps.map((step) => step.map((value) => (value << 1) ^ (value >> 31)))
  const line = others.length === 0 ? [] : [2 | (others.length << 3), ...others.flat()]
  return [1 | (1 << 3), ...first, ...line, ...(type === 'polygon' ? [7 | (1 << 3)] : [])]
}

const text = (value) => [...Buffer.from(value)]
const field = (id, bytes) => [...varint((id << 3) | 2), ...varint(bytes.length), ...bytes]
const number = (id, value) => [...varint(id << 3), ...varint(value)]

function varint(value) {
  const bytes = []
  for (let rest = value >= 0 ? value : value + 2 ** 32; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

function toArchive(tiles, { west, south, east, north }) {
  const lengths = tiles.map(({ bytes }) => bytes.length)
  const directory = [
    [tiles.length],
    tiles.map(({ id }, at) => id - (tiles[at - 1]?.id ?? 0)),
    tiles.map(() => 1),
    lengths,
    // Each tile follows the one before it.
    tiles.map((_, at) => (at === 0 ? 1 : 0)),
  ]
  const root = gzipSync(Buffer.from(directory.flat().flatMap(varint)))
  const metadata = gzipSync(JSON.stringify({ name: 'Sample', type: 'baselayer', attribution: 'Sample' }))
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes))
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const places = [127, root.length, 127 + root.length, metadata.length, 127 + root.length + metadata.length, 0]
  places.push(127 + root.length + metadata.length, data.length, tiles.length, tiles.length, tiles.length)
  for (const [at, value] of places.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * at)
  header.set([1, 2, 2, 1, zooms.least, zooms.most], 96)
  for (const [at, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * at)
  header[118] = zooms.least
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return Buffer.concat([header, root, metadata, data])
}

if (process.argv[1] === import.meta.filename) {
  const { positionals } = readCommand({
    name: 'node scripts/basemap/make-sample-tiles.mjs',
    about: 'Writes a sample of vector tiles for MAP_TILES, from the embedded map of a market.',
    takes: ['market', 'file'],
  })
  const [code = 'mw', file = `${code}-sample.pmtiles`] = positionals
  const archive = makeSampleTiles(code)
  writeFileSync(file, archive)
  console.log(`${file}: ${archive.length} bytes`)
}
