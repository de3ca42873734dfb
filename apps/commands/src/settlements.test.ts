import { openReconciliation } from '@nyanja/back-office/db/reconciliation/test-reconciliation'
import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { BssReconciliation } from '@nyanja/back-office/reconciliation/bss-reconciliation'
import { expect, it } from 'vitest'
import { runSettlementCommand } from './settlements.ts'

describeOnEachEngine('a command about settlement files', (open) => {
  async function start() {
    const harness = openReconciliation(await open())
    const source = { list: async () => ({ records: [], isComplete: true }) }
    const openBss = () => new BssReconciliation({ ...harness, source })
    const type = (line: string, who = 'Chisomo') => runSettlementCommand(line.split(' '), { ...harness, openBss, who })
    const payment = await harness.addPayment()
    const row = `1,${payment.id},transaction,4000,,,MWK,2026-11-20T10:00:00Z,,`
    const heading =
      'Transaction ID,Reference,Type,Amount,Fees,Amount Due,Currency,Transaction Date,Payout ID,Settlement Date'
    return { ...harness, type, payment, text: `${heading}\n${row}\n` }
  }

  it('imports a file, and shows its results and differences', async () => {
    const { type, write, text, payment } = await start()
    const imported = await type(`import ${write(text, 'nov.csv')} --format paystack --day 2026-11-20`)
    expect(imported.outcome).toBe('done')
    expect(imported.text).toMatch(/payment\s+different\s+1/)
    expect((await type('list')).text).toMatch(/1\s+2026-11-21 .*paystack.*nov\.csv/)
    expect((await type('show 1')).text).toMatch(/different/)
    expect((await type('days paystack')).text).toMatch(/2026-11-20\s+paystack\s+complete\s+0\s+1\s+0\s+0/)
    expect((await type('cases')).text).toContain(payment.reference)
    expect((await type('cases')).text).toMatch(/MWK 5,000\s+MWK 4,000\s+1\/1\s+open\s+the amount is another one/)
  })

  it('refuses what cannot be imported, with its lines', async () => {
    const { type, write, text } = await start()
    const file = write(text.replace('4000', 'x'))
    expect(await type(`import ${file} --format paystack`)).toEqual({
      outcome: 'refused',
      text: 'file.csv was not imported, and nothing was changed:\nline 2: “x” is no amount in MWK',
    })
    const good = write(text)
    await type(`import ${good} --format paystack`)
    expect((await type(`import ${good} --format paystack`)).text).toMatch(
      /was imported before: as import \d+ on .* by Chisomo/,
    )
    expect((await type('show 99')).outcome).toBe('refused')
  })

  it('withdraws an import with the name of a second person', async () => {
    const { type, write, text } = await start()
    await type(`import ${write(text)} --format paystack`)
    expect((await type('withdraw 1 wrong file')).text).toContain('--agreed <name>')
    expect((await type('withdraw 1 wrong file --agreed chisomo')).text).toContain('--agreed <name>')
    expect((await type('withdraw 1 wrong file --agreed Thoko')).outcome).toBe('done')
    expect((await type('list')).text).toContain('(withdrawn)')
    expect((await type('cases')).text).toBe('No difference is open')
    expect((await type('withdraw 1 wrong file --agreed Thoko')).outcome).toBe('refused')
    expect((await type(`import ${write(text)} --format paystack`)).outcome).toBe('done')
  })

  it.each([
    'withdraw',
    'withdraw 1',
    'import',
    'import x',
    'import x --format',
    'import x --format nothing',
    'import x --format paystack --day yesterday',
    'show',
    'bss',
    'dance',
  ])('explains itself after: %s', async (line) => expect((await (await start()).type(line)).outcome).toBe('misused'))

  it('asks for a name', async () => {
    const { type, write, text } = await start()
    expect((await type(`import ${write(text)} --format paystack`, '')).text).toContain('--by')
  })

  it('compares what the BSS lists', async () => {
    const { type } = await start()
    expect(await type('bss 2026-11-20')).toMatchObject({ outcome: 'done' })
    expect((await type('formats')).text).toMatch(/camt053\s+bank\s+yes/)
  })
})
