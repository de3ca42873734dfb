import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openReconciliation } from '../db/reconciliation/test-reconciliation.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const caseOf = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../adapters/settlement-files/cases', name))
const formatOf = (name: string) => (name.endsWith('.xml') ? 'camt053' : 'mt940')

const statement = (...lines: readonly string[]) =>
  [
    ...[':20:S1', ':25:1000200300', ':28C:1/1', ':60F:C261129MWK10000,00'],
    ...lines,
    ...[':62F:C261129MWK15735,34', '-'],
  ].join('\r\n')

const credit = ':61:2611291129C5735,34NTRFNONREF'

describeOnEachEngine('a credit of a known provider', (open) => {
  async function start() {
    const harness = openReconciliation(await open())
    harness.clock.now = Date.parse('2026-11-30T10:00:00Z')
    const announce = () => harness.importFile(harness.write(caseOf('dpo-day.csv')), 'dpo')
    return { ...harness, announce }
  }

  it.each(['mt-f4-payer-folded.txt', 'bank.mt940', 'bank.xml', 'cx-a2-fold.xml', 'mt-f2-subfields.txt'])(
    'opens a case when no payout was announced: %s',
    async (name) => {
      const { importFile, write, openCases } = await start()
      expect(await importFile(write(caseOf(name)), formatOf(name))).toMatchObject({ outcome: 'imported' })
      expect(await openCases()).toEqual(['2026-11-29 payout unknown_payout'])
    },
  )

  it('opens a case when its text names no payout and its sum differs', async () => {
    const { announce, importFile, write, openCases } = await start()
    await announce()
    await importFile(write(caseOf('mt-f4-payer-folded.txt')), 'mt940')
    expect((await openCases()).filter((one) => one.includes('payout'))).toContain('2026-11-29 payout unknown_payout')
  })

  it('opens one case per credit, also when two credits are equal in every detail', async () => {
    const { importText, store, cases, openCases } = await start()
    const twice = [credit, ':86:DPO LTD', credit, ':86:DPO LTD']
    await importText(statement(...twice).replace('15735,34', '21470,68'), 'mt940')
    expect(await openCases()).toEqual(Array(2).fill('2026-11-29 payout unknown_payout'))
    // The two entries stay two when they are sent again with a third.
    await importText(statement(...twice, ':61:2611291129D1,00NCHGNONREF').replace('15735,34', '21469,68'), 'mt940')
    expect(await cases.list({ state: 'open' }, 10)).toHaveLength(2)
    expect(await store.list(10)).toHaveLength(2)
  })

  it.each([
    [credit, 'DPO PAY LTD'],
    [':61:2611291129C5735,34NTRFDPO PAY//B-9'],
    [credit, ':86:MPESA B2B'],
    [credit, ':86:020?00CREDIT?20SETTLEMENT?32CELLULANT MALAWI'],
  ])('opens a case wherever the entry names the provider: %s', async (...lines) => {
    const { importText, openCases } = await start()
    await importText(statement(...lines), 'mt940')
    expect(await openCases()).toEqual(['2026-11-29 payout unknown_payout'])
  })

  it.each([[':86:CARDPOINT LTD'], [':86:BRAND D', 'PO BOX 12 BLANTYRE'], [':86:SHADPO AND SONS']])(
    'is no credit of a customer whose name or address has the same letters: %s',
    async (...details) => {
      const { importText, openCases } = await start()
      expect(await importText(statement(credit, ...details), 'mt940')).toMatchObject({ outcome: 'imported' })
      expect(await openCases()).toEqual([])
    },
  )
})
