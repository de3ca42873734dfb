import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Money, money } from '@nyanja/domain/money/money'
import { day, minute } from '@nyanja/domain/time'
import { newId, newReference } from '@nyanja/server/common/ids'
import { onTestFinished } from 'vitest'
import type { DaySpan } from '../../reconciliation/import-checks.ts'
import { createReconciliation } from '../../wiring/reconciliation.ts'
import type { OpenDatabase } from '../schema.ts'
import type { ContractedFees } from './portal-records.ts'

export interface StoredPayment {
  readonly id: string
  readonly orderId: string
  readonly reference: string
  readonly providerReference: string
  readonly amount: Money
  readonly at: number
}

interface PaymentOptions {
  readonly gateway?: string
  readonly amount?: Money
  readonly at?: number
  readonly state?: 'captured' | 'waiting' | 'reversed'
  /** The delay with which the portal learned of it, after the provider. */
  readonly learnedMs?: number
  /** The time at which the payment was refunded. */
  readonly refundedAt?: number
  /** The reference as the gateway stores it. */
  readonly providerReference?: string
}

export const testZone = 'Africa/Blantyre'
/** The day after that of the payments, because files report on days that are over. */
const start = Date.parse('2026-11-21T10:00:00Z')

interface ReconciliationTerms {
  readonly formatsFolder?: string
  readonly fees?: ContractedFees
}

/** Reconciliation over a database, with payments and files that the test writes. */
export function openReconciliation(database: OpenDatabase, { formatsFolder, fees = {} }: ReconciliationTerms = {}) {
  const clock = { now: start }
  const now = () => clock.now
  const market = { timeZone: testZone, currency: 'MWK', secondCurrency: 'USD', finance: { rules: { fees } } } as const
  const opened = createReconciliation({ database, now, market, formatsFolder })
  const folder = mkdtempSync(path.join(tmpdir(), 'settlement-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  function write(text: string | Uint8Array, name = 'file.csv'): string {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }

  async function importFile(file: string, format: string, days?: DaySpan) {
    const reading = opened.files.open(file, format)
    if (reading === undefined) throw new Error(`There is no format ${format}`)
    const result = await opened.imports.import(reading, { by: 'Chisomo', days })
    await opened.reconciliation.compare()
    return result
  }

  return {
    ...opened,
    clock,
    write,
    importFile,
    importText: (text: string, format: string, days?: DaySpan) => importFile(write(text), format, days),
    addPayment: (options: PaymentOptions = {}) => addPayment(database, { at: clock.now - day, ...options }),
    async openCases() {
      const cases = await opened.cases.list({ state: 'open' }, 1000)
      return cases.map(({ reason, kind, day }) => `${day} ${kind} ${reason}`).sort()
    },
  }
}

export type ReconciliationHarness = ReturnType<typeof openReconciliation>

const mostAtOnce = 8

/**
 * Keeps fewer in progress at once than a process has connections: on a busy machine the others would wait for one for
 * too long.
 */
export async function inGroups<One, Result>(all: readonly One[], work: (one: One) => Promise<Result>) {
  const results: Result[] = []
  for (let at = 0; at < all.length; at += mostAtOnce)
    results.push(...(await Promise.all(all.slice(at, at + mostAtOnce).map(work))))
  return results
}

/** A payment in its final state, as the portal stores it. */
export async function addPayment(
  { db }: Pick<OpenDatabase, 'db'>,
  { gateway = 'paystack', amount = money('MWK', 500_000), state = 'captured', at = 0, ...more }: PaymentOptions,
): Promise<StoredPayment> {
  const { refundedAt, learnedMs = 0, providerReference = newId() } = more
  const [id, orderId, reference] = [newId(), newId(), newReference('Nyanja')]
  const times = { created_at: at - minute, expires_at: at + minute }
  await db
    .insertInto('orders')
    .values({
      ...{ id: orderId, channel: 'web', language: 'en', msisdn: '999000001', line_type: 'PREPAID', kind: 'airtime' },
      ...{ amount_minor: amount.minor, currency: amount.currency, redirect_page: '/', ...times },
    })
    .execute()
  await db
    .insertInto('attempts')
    .values({
      ...{ id, order_id: orderId, reference, method: 'card', gateway, checkout_type: 'redirect', state },
      ...{ amount_minor: amount.minor, currency: amount.currency, payer_msisdn: '999000001', return_token: id },
      ...{
        provider_reference: providerReference,
        handed_over_at: at,
        decided_at: state === 'waiting' ? null : at + learnedMs,
      },
      ...times,
    })
    .execute()
  if (refundedAt !== undefined)
    await db
      .insertInto('refunds')
      .values({ attempt_id: id, gateway, state: 'refunded', created_at: refundedAt, decided_at: refundedAt })
      .execute()
  return { id, orderId, reference, providerReference, amount, at }
}
