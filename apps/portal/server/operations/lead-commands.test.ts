import { expect, it } from 'vitest'
import { applied, openLeads } from '../db/leads/test-leads.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { operate } from '../operate.ts'

describeOnEachEngine('the commands about orders for internet at home', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const bench = openLeads(database)
    bench.clock.now = Date.UTC(2026, 10, 20, 10)
    async function type(line: string) {
      const said = { printed: '', complained: '' }
      const desk = { methods: [], gateways: [], countryCode: '265', who: 'thoko', now: () => bench.clock.now }
      const print = (text: string) => {
        said.printed += text
      }
      const complain = (text: string) => {
        said.complained += text
      }
      const exitCode = await operate(line.split(' '), { database, ...desk, print, complain })
      return { exitCode, ...said }
    }
    return { ...bench, type }
  }

  it('list what is open, and first what the BSS does not have', async () => {
    const { type, leads, bss, clock } = await open()
    expect((await type('leads list')).printed).toBe('No order for internet at home is open\n')
    const { reference } = await leads.submit(applied())
    clock.now += 60_000
    bss.state.refuses = 'no such product'
    const refused = await leads.submit(applied({ msisdn: '999000002' }))
    const { printed, exitCode } = await type('leads')
    expect(exitCode).toBe(0)
    expect(printed.split('\n').map((row) => row.split(/ {2,}/))).toEqual([
      ['REFERENCE', 'ORDERED', 'STAGE', 'SINCE', 'BSS', 'PLAN', 'TOWN', 'NUMBER'],
      [
        ...[refused.reference, '2026-11-20 10:01:00Z', 'on hold', '2026-11-20 10:01:00Z', 'refused'],
        ...['Home 150GB', 'Zomba', '265999000002'],
      ],
      [
        ...[reference, '2026-11-20 10:00:00Z', 'received', '2026-11-20 10:00:00Z', 'handed in'],
        ...['Home 150GB', 'Zomba', '265999000001'],
      ],
      [''],
    ])
  })

  it('show all of one, however its reference is typed', async () => {
    const { type, leads, bss } = await open()
    bss.state.refuses = 'no such product'
    const { reference } = await leads.submit(applied())
    const { printed } = await type(`leads show ${reference.toLowerCase()}`)
    for (const words of [
      ...['Chisomo Banda, 265999000001', 'Plot 4, Zomba', 'web (WEBPORTAL)', 'to: You may call me about this order.'],
      ...['Home 150GB for MWK 45,000', 'refused, sent 1 times', 'no such product', 'on hold, 2026-11-20 10:00:00Z'],
      '2026-11-20 10:00:00Z  hand in  due           handing over',
    ])
      expect(printed).toContain(words)
  })

  it('say what they do not understand or know', async () => {
    const { type } = await open()
    expect(await type('leads show HB-0000-0000')).toMatchObject({
      exitCode: 1,
      complained: 'No order has this reference\n',
    })
    expect(await type('leads show')).toMatchObject({ exitCode: 2 })
    expect(await type('leads reset')).toMatchObject({ exitCode: 2, complained: expect.stringContaining('leads list') })
  })
})
