import type { Shop } from '../../apps/portal/server/places/place-records.ts'

export interface Centre {
  readonly latitude: number
  readonly longitude: number
}

/** Where people live: four in five shops stand around these, each half as many as around the one before. */
export const towns: readonly Centre[] = [
  { latitude: -13.9669, longitude: 33.7873 },
  { latitude: -15.785, longitude: 35.0085 },
  { latitude: -11.4656, longitude: 34.0207 },
  { latitude: -15.386, longitude: 35.3188 },
  { latitude: -13.0333, longitude: 33.4833 },
]

const hours = [[{ from: 480, to: 1020 }], [], [], [], [], [], []]

/** The same ones every time; about a tenth are the operator's own. */
export function manyShops(count: number, random: () => number): Shop[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `b${at}`,
    kind: at % 10 === 0 ? 'own' : 'dealer',
    name: `Shop ${at} - Town`,
    address: 'Main Road, beside the market',
    town: 'Town',
    district: 'District',
    phone: '999000101',
    hours,
    services: ['mobile-money'],
    ...(random() < 0.8 ? aroundATown(random) : anywhere(random)),
  }))
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
