import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { seededRandom } from '../stage/random.ts'

export interface Centre {
  readonly latitude: number
  readonly longitude: number
}

/** Where people live: four in five shops stand around these, each half as many as around the one before. */
const towns: readonly Centre[] = [
  { latitude: -13.9669, longitude: 33.7873 },
  { latitude: -15.785, longitude: 35.0085 },
  { latitude: -11.4656, longitude: 34.0207 },
  { latitude: -15.386, longitude: 35.3188 },
  { latitude: -13.0333, longitude: 33.4833 },
]

const heads = 'id,kind,name,address,town,district,phone,latitude,longitude,mon,tue,wed,thu,fri,sat,sun,services'

/** Writes the same ones every time, as an editor's tables; about a tenth are the operator's own. */
export function writeTables(folder: string, { count, address }: { count: number; address: string }): void {
  const random = seededRandom(11)
  const shops = Array.from({ length: count }, (_, at) => {
    const { latitude, longitude } = random() < 0.8 ? aroundATown(random) : anywhere(random)
    const where = at === 5 ? address : 'Main Road beside the market'
    const hours = '08:00-17:00,'.repeat(5)
    return `b${at},${at % 10 === 0 ? 'own' : 'dealer'},Shop ${at} - Town,${where},Town,District,999000101,${latitude.toFixed(5)},${longitude.toFixed(5)},${hours}08:00-12:00,,mobile-money`
  })
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`)
  write('districts.csv', ['id,name,region,latitude,longitude', 'd,District,Region,-14,34'])
  write('towns.csv', ['name,district,latitude,longitude,homeInternet', 'Town,District,-14,34,no'])
  write('shops.csv', [heads, ...shops])
}

/** Inside the country's box. */
export function anywhere(random: () => number): Centre {
  return { latitude: -17 + random() * 7.5, longitude: 32.7 + random() * 3.1 }
}

/** Closer to its middle than to its edge. */
export function aroundATown(random: () => number): Centre {
  const share = random()
  const town = towns[Math.min(towns.length - 1, Math.floor(-Math.log2(1 - share)))] ?? { latitude: 0, longitude: 0 }
  const [angle, distance] = [random() * 2 * Math.PI, random() ** 2 * 0.25]
  return {
    latitude: town.latitude + Math.sin(angle) * distance,
    longitude: town.longitude + Math.cos(angle) * distance,
  }
}
