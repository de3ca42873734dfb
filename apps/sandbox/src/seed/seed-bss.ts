import { quantity } from '../bss/amounts.ts'
import { mainBucketId } from '../bss/line.ts'
import type { Store } from '../bss/store.ts'
import { seedFixedAccounts, seedThrowAwayBill } from './seed-bills.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedLines } from './seed-lines.ts'

export function seedBss(store: Store, now: Date): void {
  seedCatalogue(store, now.toISOString())
  seedLines(store, now)
  seedFixedAccounts(store, now)
  seedThrowAwayBill(store, now)
  seedForConformanceKits(store, now.toISOString())
}

/** The kits fail on an empty list, also of what the portal itself never makes. */
function seedForConformanceKits(store: Store, now: string): void {
  store.add('resource', { '@type': 'PhysicalResource', name: 'SIM 8926599000001', resourceStatus: 'available' })
  store.add('reserveBalance', kitBalance(now))
  store.add('transferBalance', kitBalance(now))
}

function kitBalance(now: string) {
  return {
    amount: quantity(1),
    usageType: 'monetary',
    status: 'completed',
    requestedDate: now,
    confirmationDate: now,
    bucket: { id: mainBucketId('999000999') },
    relatedParty: [],
  }
}
