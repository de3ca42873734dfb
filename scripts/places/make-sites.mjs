// Writes the sites of the demo's network, the same ones each time: node scripts/places/make-sites.mjs [market [count]]
// With a count, that many, for measurements; they go to the file that SITES_FILE names.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [market = 'mw', wanted] = process.argv.slice(2)
const portal = path.join(import.meta.dirname, '..', '..', 'apps', 'portal')
const folder = path.join(portal, 'places', market)
const { towns } = JSON.parse(readFileSync(path.join(folder, 'basemap.json'), 'utf8'))
const { map } = JSON.parse(readFileSync(path.join(portal, 'markets', `${market}.json`), 'utf8'))

/**
 * The settings say where the newest network has begun, how dense the towns are, and how far apart sites are between
 * them.
 */
const { fifthIn, density, stepKm } = {
  mw: {
    fifthIn: ['Lilongwe', 'Blantyre', 'Dowa', 'Kasungu', 'Mangochi', 'Mchinji', 'Mzimba', 'Mzuzu', 'Salima', 'Zomba'],
    density: 1,
    stepKm: 7,
  },
  cd: { fifthIn: ['Kinshasa', 'Lubumbashi', 'Goma'], density: 0.25, stepKm: 50 },
}[market]

/** The number of sites of a town, and how far around it they are, by its size. */
const sizes = [
  { count: 150, spreadKm: 9, fifth: 12 },
  { count: 70, spreadKm: 5, fifth: 4 },
  { count: 36, spreadKm: 4, fifth: 2 },
  { count: 18, spreadKm: 3, fifth: 2 },
]
const kmPerDegree = 111.19
const checkedOn = '2026-11-15'

let state = 20261115
/** Mulberry32 returns 0 to 1, and the same sequence each time. */
function chance() {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

const near = ([lat, lng], km) => {
  const angle = chance() * 2 * Math.PI
  const distance = km * chance() ** 0.7
  return [
    lat + (Math.cos(angle) * distance) / kmPerDegree,
    lng + (Math.sin(angle) * distance) / (kmPerDegree * Math.cos((lat * Math.PI) / 180)),
  ]
}

const isInside = ([lat, lng]) =>
  lat > map.bounds.south && lat < map.bounds.north && lng > map.bounds.west && lng < map.bounds.east

const site = (title, [lat, lng], technologies) => ({ title, lat: lat.toFixed(4), lng: lng.toFixed(4), technologies })

const all = ['2G', '3G', '4G']

/** Picks what a site has: of a hundred, how many have 4G and how many 3G. */
function upTo(fourth, third) {
  const luck = chance()
  if (luck < fourth) return all
  return luck < third ? all.slice(0, 2) : all.slice(0, 1)
}

/** Picks the networks of small towns' sites: not every one has the newer networks yet. */
const smallTowns = [
  [0.4, 0.8],
  [0, 0.5],
  [0.1, 0.6],
  [0, 0],
]

function sitesOf([name, lat, lng, rank], factor) {
  const { count, spreadKm, fifth } = sizes[rank]
  const middle = [lat / 1000, lng / 1000]
  const shares = rank === 3 && !fifthIn.includes(name) ? smallTowns[name.length % smallTowns.length] : [0.55, 0.85]
  return Array.from({ length: Math.round(count * factor) }, (_, at) => {
    const isFifth = at < fifth && fifthIn.includes(name)
    const others = isFifth ? all : upTo(...shares)
    return site(`${name} ${at + 1}`, near(middle, at === 0 ? 0.3 : spreadKm), isFifth ? [...others, '5G'] : others)
  })
}

/** Lists sites along the road from each town to the three nearest ones. */
function sitesAlongRoads(town) {
  const far = (other) => (other[1] - town[1]) ** 2 + (other[2] - town[2]) ** 2
  return [...towns]
    .filter((other) => other !== town)
    .sort((one, other) => far(one) - far(other))
    .slice(0, 3)
    .flatMap((other) => {
      const steps = Math.floor((Math.sqrt(far(other)) / 1000) * (kmPerDegree / stepKm))
      return Array.from({ length: Math.max(0, steps - 1) }, (_, at) => {
        const share = (at + 1) / steps
        const middle = [1, 2].map((axis) => (town[axis] + (other[axis] - town[axis]) * share) / 1000)
        return site(`${town[0]} - ${other[0]} ${at + 1}`, near(middle, 2), upTo(0.3, 0.6))
      })
    })
}

const usual = (factor) => [...towns.flatMap((town) => sitesOf(town, factor)), ...towns.flatMap(sitesAlongRoads)]
const insideOnly = (sites) => sites.filter(({ lat, lng }) => isInside([Number(lat), Number(lng)]))
const seeded = insideOnly(usual(density))
const extra = Array.from({ length: 2 * Number(wanted ?? 0) }, (_, at) => {
  const town = towns[Math.floor(chance() ** 2 * towns.length)]
  return site(`${town[0]} extra ${at + 1}`, near([town[1] / 1000, town[2] / 1000], 40), all)
})
const sites = [...seeded, ...insideOnly(extra).slice(0, Math.max(0, Number(wanted ?? 0) - seeded.length))]
const lines = sites.map(
  ({ title, lat, lng, technologies }) => `${title},${lat},${lng},${technologies.join('|')},${checkedOn}`,
)
const file = process.env.SITES_FILE ?? path.join(folder, 'sites.csv')
writeFileSync(file, `${['title,latitude,longitude,technologies,checked', ...lines].join('\n')}\n`)
console.log(`${lines.length} sites in ${file}`)
