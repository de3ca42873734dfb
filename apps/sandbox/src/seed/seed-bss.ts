import { quantity } from '../bss/amounts.ts'
import { mainBucketId } from '../bss/line.ts'
import type { Store } from '../bss/store.ts'
import { demoNumber } from '../core/market.ts'
import { seedFixedLineAccounts, seedThrowAwayBill } from './seed-bills.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedLines } from './seed-lines.ts'

interface Area {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  /** From the middle of the town to where its network ends. */
  readonly radiusKm: number
}

/** Where home internet can be had: in towns of 30,000 people and more. */
const areasOf: Readonly<Record<string, readonly Area[]>> = {
  MW: [
    { name: 'Lilongwe', latitude: -13.9669, longitude: 33.7873, radiusKm: 18 },
    { name: 'Blantyre', latitude: -15.785, longitude: 35.0085, radiusKm: 18 },
    { name: 'Mzuzu', latitude: -11.4656, longitude: 34.0207, radiusKm: 12 },
    { name: 'Zomba', latitude: -15.386, longitude: 35.3188, radiusKm: 10 },
    { name: 'Kasungu', latitude: -13.0333, longitude: 33.4833, radiusKm: 8 },
    { name: 'Mangochi', latitude: -14.4781, longitude: 35.2645, radiusKm: 8 },
    { name: 'Karonga', latitude: -9.9333, longitude: 33.9333, radiusKm: 8 },
    { name: 'Salima', latitude: -13.7804, longitude: 34.4587, radiusKm: 8 },
  ],
  CD: [
    { name: 'Kinshasa', latitude: -4.3217, longitude: 15.3126, radiusKm: 30 },
    { name: 'Lubumbashi', latitude: -11.6609, longitude: 27.4794, radiusKm: 18 },
    { name: 'Goma', latitude: -1.6792, longitude: 29.2228, radiusKm: 10 },
  ],
}

function seedCoverage(store: Store): void {
  for (const { name, latitude, longitude, radiusKm } of areasOf[store.market.country] ?? []) {
    store.add('resource', {
      '@type': 'CoverageArea',
      name,
      resourceStatus: 'available',
      resourceCharacteristic: [
        { name: 'homeInternet', value: 'qualified' },
        { name: 'latitude', value: latitude },
        { name: 'longitude', value: longitude },
        { name: 'radiusKm', value: radiusKm },
      ],
    })
  }
}

export function seedBss(store: Store, now: Date): void {
  seedCatalogue(store, now.toISOString())
  seedLines(store, now)
  seedCoverage(store)
  seedFixedLineAccounts(store, now)
  seedThrowAwayBill(store, now)
  seedPrepayments(store, now.toISOString())
  seedForConformanceKits(store, now.toISOString())
}

/** The kits fail on an empty list, also of what the portal itself never makes. */
function seedForConformanceKits(store: Store, now: string): void {
  store.add('resource', { '@type': 'PhysicalResource', name: 'SIM 8926599000001', resourceStatus: 'available' })
  store.add('reserveBalance', kitBalance(store, now))
  store.add('transferBalance', {
    ...kitBalance(store, now),
    reason: 'Shared with the family',
    channel: { id: 'ussd', name: 'USSD' },
    logicalResource: [msisdnRef(store, 999)],
    receiverLogicalResource: msisdnRef(store, 998),
  })
}

const msisdnRef = ({ market }: Store, line: number) => ({
  id: `${market.callingCode}${demoNumber(market, line)}`,
  '@referredType': 'MSISDN',
})

function kitBalance(store: Store, now: string) {
  return {
    amount: quantity(1, store.market.currency),
    usageType: 'monetary',
    status: 'completed',
    requestedDate: now,
    confirmationDate: now,
    bucket: { id: mainBucketId(store, demoNumber(store.market, 999)) },
    relatedParty: [],
  }
}

/** Where money stands that was paid for lines which are not there yet. */
function seedPrepayments(store: Store, now: string): void {
  store.add('billingAccount', {
    id: 'prepayments',
    name: 'Prepayments for new lines',
    state: 'Active',
    lastModified: now,
    relatedParty: [{ id: 'nyanja', role: 'owner', '@referredType': 'Organization' }],
    accountBalance: [],
    contact: [],
  })
}
