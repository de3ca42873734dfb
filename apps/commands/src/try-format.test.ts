import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { operateDatabase } from './operate.ts'

const home = path.join(import.meta.dirname, '../../portal')
const cases = path.join(import.meta.dirname, '../../../packages/back-office/src/adapters/settlement-files/cases')
const sample = (name: string) => path.join(cases, name)

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'try-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs a command without any setting, and without a database. */
async function type(...typed: readonly string[]) {
  const out: string[] = []
  const write = (text: string) => void out.push(text)
  const code = await operateDatabase({
    ...{ env: {}, home, typed: ['settlements', 'try', ...typed] },
    ...{ print: write, complain: write },
  })
  return { code, lines: out.join('').replaceAll(/ {2,}/g, ' | ').split('\n') }
}

describe('a description that is tried with a file', () => {
  it('shows what would be read of each line, and needs no database', async () => {
    const { code, lines } = await type(sample('dpo-day.csv'), '--format', 'dpo')
    expect(code).toBe(0)
    expect(lines[0]).toBe('LINE | READ AS | DAY | AMOUNT | FEE | NET | THEIR ID | OUR REFERENCE | PAYOUT | MORE')
    expect(lines.slice(1, 4)).toEqual([
      expect.stringMatching(/^1 \| not read \|.*before the heading$/),
      expect.stringMatching(
        /^3 \| payment \| 2026-11-28 \| MWK 1,000 \| MWK 40\.78 \| MWK 959\.22 \| 0CBC15A2-\S+ \| S2VRY8X2\S+ \| DPO-20261128 2026-11-29 \| -$/,
      ),
      expect.stringMatching(/^4 \| payment/),
    ])
    expect(lines).toContain('after the last row | 1 | line 6')
    expect(lines.at(-2)).toBe('3 rows read, 0 faults. Nothing was imported')
  })

  it('shows the faults beside the lines, and whether a statement adds up', async () => {
    const folder = newFolder()
    const file = path.join(folder, 'dpo.csv')
    writeFileSync(
      file,
      [
        'Transaction Ref,Company Ref,Transaction Type,Transaction Date,Transaction Amount,Fee,Net Amount,Currency,Settlement Ref,Settlement Date',
        'T1,R1,Sale,2026/11/28 18:37,x,,,MWK,,',
        'T2,R2,Mystery,2026/11/28 18:37,1.00,,,MWK,,',
        'Total,2',
      ].join('\n'),
    )
    const { code, lines } = await type(file, '--format', 'dpo')
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/^2 \| FAULT .*“x” is no amount in MWK$/))
    expect(lines).toContainEqual(expect.stringMatching(/^3 \| FAULT .*no rule .* fits: Transaction Type “Mystery”$/))
    expect(lines.at(-2)).toBe('0 rows read, 2 faults. Nothing was imported')

    const statement = await type(sample('bank.mt940'), '--format', 'mt940')
    expect(statement.lines).toContain('Account 1000200300: MWK 10,000 to MWK 15,755.34 on 2026-11-29, and adds up')
  })

  it("uses the operator's own descriptions, and says what is wrong with them", async () => {
    const folder = newFolder()
    const own = {
      ...{ name: 'own', title: 'Own', verified: true, basis: 'a file', counterpart: 'provider', source: 'own' },
      ...{ gateways: ['dpo'], file: { kind: 'csv', header: ['Ref', 'Sum'] }, rows: [{ is: 'payment' }] },
      fields: { reference: 'Ref', amount: 'Sum', currency: { is: 'MWK' }, at: 'Date' },
    }
    writeFileSync(path.join(folder, 'own.json'), JSON.stringify(own))
    const file = path.join(folder, 'own.csv')
    writeFileSync(file, 'Ref,Sum,Date\nA-1,12.50,2026-11-20\n')
    const { code, lines } = await type(file, '--format', 'own', '--formats', folder)
    expect([code, lines[1]]).toEqual([0, '2 | payment | 2026-11-20 | MWK 12.50 | - | - | - | A-1 | - | -'])
    writeFileSync(path.join(folder, 'own.json'), JSON.stringify({ ...own, gateways: [] }))
    await expect(type(file, '--format', 'own', '--formats', folder)).rejects.toThrow('names no gateway')
  })

  it.each([
    [[], 'Name the file and its format'],
    [['x.csv', '--format'], 'Name the file and its format'],
    [['x.csv', '--format', 'nothing'], 'nothing is not a format: use dpo'],
  ])('explains itself after %j', async (typed, text) => {
    const { code, lines } = await type(...typed)
    expect(code).toBe(2)
    expect(lines[0]).toContain(text)
  })
})
