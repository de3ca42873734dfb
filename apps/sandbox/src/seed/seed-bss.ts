import { quantity } from '../bss/amounts.ts'
import { mainBucketId } from '../bss/line.ts'
import type { Store } from '../bss/store.ts'
import { demoNumber } from '../core/market.ts'
import { seedFixedAccounts, seedThrowAwayBill } from './seed-bills.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedCoverage } from './seed-coverage.ts'
import { seedLines } from './seed-lines.ts'

export function seedBss(store: Store, now: Date): void {
  seedCatalogue(store, now.toISOString())
  seedLines(store, now)
  seedCoverage(store)
  seedFixedAccounts(store, now)
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
