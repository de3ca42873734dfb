import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { addDays } from '@nyanja/domain/reconciliation/records'
import { day as dayMs, hour, minute } from '@nyanja/domain/time'
import { readMarket } from '@nyanja/server/settings/market'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../../../../apps/sandbox/src/sandbox.ts'
import { inGroups, openReconciliation, type ReconciliationHarness } from '../db/reconciliation/test-reconciliation.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type ProvidedPayment, simulatedProviders, writeProviderRecords } from './provider-records.contract.ts'

const firstDay = '2026-10-01'
const monthDays = Array.from({ length: 30 }, (_, at) => addDays(firstDay, at))

/** The portal's gateway of each simulated provider, where it has another name. */
const gateways: Readonly<Record<string, string>> = { money: 'open-api-money', tingg: 'cellulant', wallet: 'smartcash' }
const gatewayOf = (provider: string) => gateways[provider] ?? provider

/** The name of the format of a provider's file, where it differs. */
const formats: Readonly<Record<string, string>> = { money: 'open-api-money', wallet: 'pin-wallet' }

const market = readMarket(path.join(import.meta.dirname, '../../../../apps/portal/markets/mw.json'))

/**
 * Times of the market's day, of which the last two are late: just before midnight, and known to the portal much later.
 */
const times = [8 * hour, 15 * hour, 23 * hour + 55 * minute, 12 * hour]

/** The delay with which the portal learned of each payment, after the provider. */
const learnedMs = [0, minute, 10 * minute, 30 * hour]

interface Sale {
  readonly provider: string
  readonly place: number
  readonly time: number
  readonly at: number
}

const sales: readonly (Sale & { readonly day: string })[] = monthDays.flatMap((day, at) =>
  simulatedProviders.flatMap((provider, place) =>
    times.map((time, slot) => ({ day, provider, place: slot, time, at: at + place })),
  ),
)

/**
 * Makes one of a provider's sales of a day, with a refund on the day after for some, and another one that was never
 * paid.
 */
async function sell(harness: ReconciliationHarness, { provider, place, time, at, ...sale }: (typeof sales)[number]) {
  const takenAt = harness.startOf(sale.day) + time
  const gateway = gatewayOf(provider)
  const refundedAt = place === 0 && at % 6 === 0 ? takenAt + dayMs : undefined
  const amount = money('MWK', 100_000 * (1 + place) + at)
  const stored = await harness.addPayment({
    ...{ gateway, amount, at: takenAt, learnedMs: learnedMs[place] ?? 0 },
    ...(refundedAt !== undefined && { refundedAt }),
  })
  if (place === 1) await harness.addPayment({ gateway, at: takenAt, state: 'waiting' })
  return { ...stored, provider, takenAt, refundedAt }
}

async function trade(harness: ReconciliationHarness): Promise<readonly ProvidedPayment[]> {
  const payments: ProvidedPayment[] = []
  for (const ofDay of Map.groupBy(sales, ({ day }) => day).values())
    payments.push(...(await inGroups(ofDay, (sale) => sell(harness, sale))))
  return payments
}

const reasonsOf: Readonly<Record<string, readonly string[]>> = {
  missing_row: ['missing_at_provider', 'late_payout'],
  extra_row: ['unknown_to_us'],
  other_amount: ['other_amount'],
  duplicate_row: ['duplicate_in_file'],
  other_currency: ['other_currency'],
  wrong_fee: ['wrong_fee'],
  uncontracted_fee: ['fee_not_contracted'],
  wrong_day: ['other_day'],
}

const Fault = z.object({ kind: z.string(), reference: z.string() })

/** Opens a sandbox with these provider records, which writes a file of any day. */
async function openProviders(payments: readonly ProvidedPayment[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'month-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeProviderRecords(folder, payments)
  const ports = { port: 0, bankPort: 0, smppPort: 0, smtpPort: 0 }
  const sandbox = await startSandbox({ ...ports, dataDir: folder })
  onTestFinished(() => sandbox.stop())
  const url = `${sandbox.url}/__sim/settlements`

  return {
    async file(provider: string, day: string, query = ''): Promise<Buffer> {
      const response = await fetch(`${url}/${provider}/${day}${query}`)
      if (!response.ok) throw new Error(`No file of ${provider} on ${day}`)
      return Buffer.from(await response.arrayBuffer())
    },
    async inject(provider: string, day: string, kind: string) {
      const response = await fetch(`${url}/${provider}/${day}/faults`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ kind }),
      })
      if (response.status !== 201) throw new Error(await response.text())
      return { provider, day, ...Fault.parse(await response.json()) }
    },
  }
}

type Providers = Awaited<ReturnType<typeof openProviders>>

/** Files of M-Pesa have neither fees nor currencies, those of wallets have no fees, and some providers no contract. */
const impossible = [
  ...['mpesa wrong_fee', 'mpesa other_currency', 'wallet wrong_fee'],
  ...['money', 'tingg', 'uba', 'mpesa', 'wallet'].map((provider) => `${provider} uncontracted_fee`),
]

async function injectAll(providers: Providers) {
  const wanted = Object.keys(reasonsOf).flatMap((kind, at) =>
    simulatedProviders.map((provider, place) => ({ provider, kind, day: addDays(firstDay, 3 * at + place) })),
  )
  const injected: Awaited<ReturnType<Providers['inject']>>[] = []
  for (const { provider, day, kind } of wanted)
    if (!impossible.includes(`${provider} ${kind}`)) injected.push(await providers.inject(provider, day, kind))
  return injected
}

async function importDay(harness: ReconciliationHarness, providers: Providers, day: string): Promise<void> {
  harness.clock.now = harness.startOf(day) + 30 * hour
  const days = { fromDay: day, untilDay: day }
  for (const provider of monthDays.includes(day) ? simulatedProviders : []) {
    const file = harness.write(await providers.file(provider, day), `${provider}-${day}.csv`)
    expect(await harness.importFile(file, formats[provider] ?? provider, days)).toMatchObject({ outcome: 'imported' })
  }
  const format = Number(day.slice(-1)) % 2 === 0 ? 'camt053' : 'mt940'
  const statement = harness.write(await providers.file('bank', day, `?format=${format}`), `bank-${day}`)
  expect(await harness.importFile(statement, format, days)).toMatchObject({ outcome: 'imported' })
}

describeOnEachEngine('a month of trade', (open) => {
  it('has exactly the differences that the files were given', async () => {
    const harness = openReconciliation(await open(), { fees: market.finance.rules.fees })
    const providers = await openProviders(await trade(harness))
    const injected = await injectAll(providers)
    const lost = await providers.inject('bank', '2026-10-09', 'missing_row')
    const wrongBalances = ['2026-10-12', '2026-10-13']
    for (const day of wrongBalances) await providers.inject('bank', day, 'wrong_balance')

    for (const day of [...monthDays, '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'])
      await importDay(harness, providers, day)

    const found = await harness.cases.list({ state: 'open' }, 1000)
    const reasonOf = (name: string) =>
      found.filter(({ subject }) => subject === name || subject?.split(' ')[2] === name).map(({ reason }) => reason)
    const ofRows = injected.filter(({ kind }) => kind !== 'extra_row')
    expect(ofRows.map((fault) => ({ ...fault, reasons: reasonOf(fault.reference) }))).toEqual(
      ofRows.map((fault) => ({ ...fault, reasons: [expect.toBeOneOf([...(reasonsOf[fault.kind] ?? [])])] })),
    )
    expect(reasonOf(lost.reference)).toEqual(['payout_not_received'])
    const unknown = found.filter(({ reason }) => reason === 'unknown_to_us')
    expect(unknown).toHaveLength(injected.length - ofRows.length)
    const unbalanced = found.filter(({ reason }) => reason === 'balance_differs')
    expect(unbalanced.map(({ day }) => day).sort()).toEqual(wrongBalances)
    expect(found).toHaveLength(injected.length + 1 + wrongBalances.length)
  })
})
