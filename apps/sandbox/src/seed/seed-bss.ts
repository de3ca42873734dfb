import { quantity } from '../bss/amounts.ts'
import { grantUsedBundle } from '../bss/bundle.ts'
import { accountOf, addLine, mainBucketId } from '../bss/line.ts'
import type { Store } from '../bss/store.ts'
import { demoNumber, worth } from '../core/market.ts'
import { addBill, seedFixedLineAccounts, seedThrowAwayBill } from './seed-bills.ts'
import { seedCatalogue } from './seed-catalogue.ts'

const balances = [5_000, 250, 12_000, 0, 800.5, 1_500, 60] as const

interface ActiveBundleSeed {
  readonly line: number
  /** The code without the market's id prefix. */
  readonly code: string
  readonly boughtHoursAgo: number
  /** The used share of the data, 0 to 1. */
  readonly left: number
}

/** Lines with bundles already: active, almost used up, unlimited, of another kind, and an expired one. */
const activeBundles: readonly ActiveBundleSeed[] = [
  { line: 1, code: 'W-1000', boughtHoursAgo: 48, left: 0.6 },
  { line: 2, code: 'D-500', boughtHoursAgo: 21, left: 0.1 },
  { line: 3, code: 'X-1000', boughtHoursAgo: 72, left: 0.5 },
  { line: 4, code: 'Z-1000', boughtHoursAgo: 700, left: 0.25 },
  { line: 5, code: 'S-500', boughtHoursAgo: 24, left: 0.8 },
  { line: 6, code: 'D-100', boughtHoursAgo: 50, left: 0.3 },
  { line: 7, code: 'V-30', boughtHoursAgo: 3, left: 0.9 },
  { line: 70, code: 'HBB-150', boughtHoursAgo: 240, left: 0.4 },
  { line: 71, code: 'HBB-UNL', boughtHoursAgo: 120, left: 1 },
  { line: 73, code: 'HBB-150', boughtHoursAgo: 718, left: 0.02 },
]

/** The account contacts of routers. The other routers have none. */
const routerContacts: Readonly<Record<number, number>> = { 70: 10, 71: 11 }

interface PostpaidSeed {
  readonly line: number
  readonly outstanding: number
  readonly bills: readonly { readonly amount: number; readonly paid?: number; readonly dueInDays: number }[]
}

/** The amounts are in kwacha. The debt is the sum of the open bills, less a credit where there is one. */
const postpaid: readonly PostpaidSeed[] = [
  { line: 50, outstanding: 18_250.75, bills: [{ amount: 18_250.75, dueInDays: -6 }] },
  {
    line: 51,
    outstanding: 21_000,
    bills: [
      { amount: 9_000, dueInDays: 3 },
      { amount: 12_000, dueInDays: 33 },
    ],
  },
  { line: 52, outstanding: 0, bills: [{ amount: 7_500, paid: 7_500, dueInDays: -25 }] },
  { line: 53, outstanding: -500, bills: [] },
  { line: 54, outstanding: 4_000, bills: [{ amount: 10_000, paid: 6_000, dueInDays: 8 }] },
  ...[55, 56, 57, 58, 59].map((line) => ({
    line,
    outstanding: line * 100,
    bills: [{ amount: line * 100, dueInDays: 14 }],
  })),
]

function seedLines(store: Store, now: Date): void {
  const { market } = store
  const at = now.toISOString()
  const msisdn = (line: number) => demoNumber(market, line)
  const prepaid = (line: number) => ({ msisdn: msisdn(line), type: 'PREPAID', service: 'mobile' }) as const
  for (const line of range(1, 49)) {
    const balance = worth(market, balances[(line - 1) % balances.length] ?? 0)
    addLine(store, { ...prepaid(line), balance }, at)
  }
  for (const { line, outstanding, bills } of postpaid) {
    const owed = worth(market, outstanding)
    addLine(store, { msisdn: msisdn(line), type: 'POSTPAID', service: 'mobile', outstanding: owed }, at)
    for (const bill of bills) addBill(store, { ...bill, account: accountOf(msisdn(line)) }, now)
  }
  for (const line of range(60, 64)) {
    const amount = line * 50
    const sums = { balance: worth(market, 750), outstanding: worth(market, amount) }
    addLine(store, { msisdn: msisdn(line), type: 'HYBRID', service: 'mobile', ...sums }, at)
    addBill(store, { account: accountOf(msisdn(line)), amount, dueInDays: 10 }, now)
  }
  for (const line of range(70, 79)) {
    const contact = routerContacts[line]
    const router = { ...prepaid(line), service: 'HBB', balance: 0 } as const
    addLine(store, { ...router, ...(contact !== undefined && { contact: msisdn(contact) }) }, at)
  }
  for (const line of range(100, 999)) addLine(store, { ...prepaid(line), balance: 0 }, at)
  for (const { line, ...used } of activeBundles) grantUsedBundle(store, { ...used, msisdn: msisdn(line) }, now)
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

interface Area {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  /** The distance from the centre of the town to the end of its coverage. */
  readonly radiusKm: number
}

/** The areas with home internet: in towns of 30,000 people and more. */
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

/** The kits fail on an empty list, also for resources that the portal never creates. */
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

/** The account with money for lines that do not exist yet. */
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
