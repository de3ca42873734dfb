import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { hour, minute } from '@nyanja/domain/time'
import { applied, openLeads } from '@nyanja/server/db/leads/test-leads'
import { expect, it } from 'vitest'
import { operate } from './operate.ts'
import { openedStub } from './test-opened.ts'

describeOnEachEngine('the commands about home internet orders', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const fixture = openLeads(database)
    fixture.clock.now = Date.UTC(2026, 10, 20, 10)
    async function type(line: string) {
      const shown = { printed: '', complained: '' }
      const service = {
        ...openedStub,
        who: 'thoko',
        now: () => fixture.clock.now,
      }
      const print = (text: string) => {
        shown.printed += text
      }
      const complain = (text: string) => {
        shown.complained += text
      }
      const exitCode = await operate(line.split(' '), { database, ...service, print, complain })
      return { exitCode, ...shown }
    }
    return { ...fixture, type }
  }

  it('list open orders, beginning with those that the BSS does not have', async () => {
    const { type, leads, bss, clock } = await open()
    expect((await type('leads list')).printed).toBe('No home internet order is open\n')
    const { reference } = await leads.submit(applied())
    clock.now += minute
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
        ...[reference, '2026-11-20 10:00:00Z', 'received', '2026-11-20 10:00:00Z', 'submitted'],
        ...['Home 150GB', 'Zomba', '265999000001'],
      ],
      [''],
    ])
  })

  it('show one order completely, with its reference in any spelling', async () => {
    const { type, leads, bss } = await open()
    bss.state.refuses = 'no such product'
    const { reference } = await leads.submit(applied())
    const { printed } = await type(`leads show ${reference.toLowerCase()}`)
    for (const words of [
      ...['Chisomo Banda, 265999000001', 'Plot 4, Zomba', 'web (WEBPORTAL)', 'to: You may call me about this order.'],
      ...['Home 150GB for MWK 45,000', 'refused, sent 1 times', 'no such product', 'on hold, 2026-11-20 10:00:00Z'],
      '2026-11-20 10:00:00Z  submission  due         submitting',
    ])
      expect(printed).toContain(words)
  })

  it('submits again what the BSS refused', async () => {
    const { type, leads, bss, after, reported, steps, database } = await open()
    bss.state.refuses = 'no such product'
    const { reference } = await leads.submit(applied())
    bss.state.refuses = undefined
    const typed = `leads retry ${reference.toLowerCase()} the catalogue is mended`
    expect(await type(typed)).toMatchObject({ exitCode: 0, printed: `${reference} is submitted again\n` })
    await after(1000)
    expect(bss.taken).toMatchObject([{ reference, kind: 'order' }])
    expect(await steps(reference)).toEqual(['received', 'on_hold', 'received'])
    expect(await reported()).toEqual(['leadReceived', 'leadOnHold'])
    expect((await type(`leads show ${reference}`)).printed).not.toContain('no such product')
    expect(await database.db.selectFrom('operator_actions').selectAll().execute()).toMatchObject([
      { who: 'thoko', action: 'leads retry', subject: reference, why: 'the catalogue is mended' },
    ])
    expect(await type(typed)).toMatchObject({ exitCode: 1, complained: expect.stringContaining('nothing was changed') })
  })

  it.each(['refused', 'lost'] as const)(
    'follow an order in the BSS that it %s and staff entered there',
    async (how) => {
      const { type, leads, bss, stores, after, steps } = await open()
      if (how === 'refused') bss.state.refuses = 'no such product'
      else bss.state.losesAnswer = true
      const { reference } = await leads.submit(applied())
      bss.state.refuses = undefined
      bss.state.losesAnswer = false
      bss.taken.length = 0
      const lead = await stores.reader.byReference(reference)
      if (lead === undefined) throw new Error('There is no order')
      await bss.service.submit({ ...lead, reference: 'by hand', kind: 'order' })
      expect(await type(`leads taken ${reference} SL-1`)).toMatchObject({ exitCode: 0 })
      bss.statusUpdate.set('SL-1', { stage: 'scheduled', at: 5 })
      await after(minute)
      expect((await steps(reference)).at(-1)).toBe('scheduled')
      expect(bss.taken).toHaveLength(1)
    },
  )

  it('close an order that the BSS does not have, and notify the customer', async () => {
    const { type, leads, bss, after, reported } = await open()
    bss.state.refuses = 'no such product'
    const { reference } = await leads.submit(applied())
    expect(await type(`leads close ${reference} wanted no more`)).toMatchObject({ exitCode: 0 })
    bss.state.refuses = undefined
    await after(hour)
    expect([bss.taken, await reported()]).toEqual([[], ['leadReceived', 'leadOnHold', 'leadCancelled']])
    expect((await type('leads list')).printed).toBe('No home internet order is open\n')
    for (const repeated of ['close', 'retry', 'taken'])
      expect(await type(`leads ${repeated} ${reference} x`)).toMatchObject({ exitCode: 1 })
  })

  it('close no order that the BSS may have, until it denies having it', async () => {
    const { type, leads, bss, after, reported } = await open()
    bss.state.losesAnswer = true
    const { reference } = await leads.submit(applied())
    expect(await type(`leads close ${reference} wanted no more`)).toMatchObject({
      exitCode: 1,
      complained: expect.stringContaining('The BSS may have this order'),
    })
    for (let tries = 0; tries < 4; tries += 1) {
      bss.taken.length = 0
      await after(20 * minute)
    }
    expect((await type(`leads show ${reference}`)).printed).toContain('no record of it')
    expect(await type(`leads close ${reference} wanted no more`)).toMatchObject({ exitCode: 0 })
    expect(await reported()).toEqual(['leadReceived', 'leadCancelled'])
  })

  it('find an order in the BSS that was believed lost, and leave it there', async () => {
    const { type, leads, bss, after } = await open()
    bss.state.losesAnswer = true
    const { reference } = await leads.submit(applied())
    const [entered] = bss.taken
    for (let tries = 0; tries < 4; tries += 1) {
      bss.taken.length = 0
      await after(20 * minute)
    }
    if (entered !== undefined) bss.taken.push(entered)
    await after(hour)
    expect((await type(`leads show ${reference}`)).printed).not.toContain('no record of it')
    expect(await type(`leads close ${reference} x`)).toMatchObject({ exitCode: 1 })
  })

  it('change no order that the BSS has or a worker is processing', async () => {
    const { type, leads, bss, stores, steps, clock } = await open()
    const { reference } = await leads.submit(applied())
    for (const verb of ['close', 'retry', 'taken'])
      expect(await type(`leads ${verb} ${reference} x`)).toMatchObject({ exitCode: 1 })
    expect(await steps(reference)).toEqual(['received'])

    bss.state.isSilent = true
    const waiting = await leads.submit(applied())
    clock.now += minute
    await stores.due.leadsToSubmit({ limit: 10, leaseMs: minute })
    expect(await type(`leads close ${waiting.reference} x`)).toMatchObject({
      exitCode: 1,
      complained: expect.stringContaining('being worked on'),
    })
  })

  it('require a reason and an order', async () => {
    const { type } = await open()
    for (const line of ['leads retry', 'leads close HB-7K4P-29XD', 'leads taken HB-7K4P-29XD', 'leads close nothing x'])
      expect(await type(line)).toMatchObject({ exitCode: 2 })
    expect(await type('leads close HB-7K4P-29XD x')).toMatchObject({ exitCode: 1 })
  })

  it('report unknown arguments and orders', async () => {
    const { type } = await open()
    expect(await type('leads show HB-0000-0000')).toMatchObject({
      exitCode: 1,
      complained: 'No order has this reference\n',
    })
    expect(await type('leads show')).toMatchObject({ exitCode: 2 })
    expect(await type('leads reset')).toMatchObject({ exitCode: 2, complained: expect.stringContaining('leads list') })
  })
})
