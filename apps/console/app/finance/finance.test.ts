import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { addDays } from '@nyanja/domain/reconciliation/records'
import { day as dayMs } from '@nyanja/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'

describeOnEachEngine('the pages of finance', (openDatabase) => {
  let test: TestConsole
  let cookie: string
  let day: string
  beforeEach(async () => {
    test = await createTestConsole({ database: await openDatabase() })
    await test.paid()
    day = test.console.today()
    test.clock.now += 2 * dayMs
    cookie = await test.signIn('finance')
  })
  afterEach(() => test.close())

  const closeDay = (reason = 'is_late') =>
    test.post(`/finance/days/${day}`, { act: 'close_day', subject: day, reason, note: '' }, cookie)

  describe('the daily closes in the console', () => {
    it('offer a day that is over and not closed, and close it once, with the name of the person', async () => {
      expect((await test.get('/finance', cookie)).body).toContain('is over and not closed yet')
      expect((await test.get(`/finance/days/${day}`, cookie)).body).toContain('Close the day now')
      const { statusCode, headers } = await closeDay()
      expect([statusCode, headers.location]).toEqual([303, `/finance/days/${day}?done=close_day`])
      expect((await closeDay()).statusCode).toBe(409)
      const [logged, ...others] = await test.console.log.list({ subject: day })
      expect(logged).toMatchObject({ action: 'day close', staff_id: 'st-A finance', reason: 'is_late' })
      expect(others).toEqual([])
    })

    it('show each day with its figures, and prove a close by adding it up again', async () => {
      await closeDay()
      expect((await test.get('/finance', cookie)).body).toContain(`href="/finance/days/${day}"`)
      const page = (await test.get(`/finance/days/${day}`, cookie)).body
      expect(page).toContain('MWK 500')
      // Figures that are zero on that day have no column.
      for (const name of ['Captured late', 'Taken back', 'Goodwill']) expect(page).not.toContain(name)
      expect(page).toContain((await test.console.finance.closes.find(day))?.digest)
      expect((await test.get('/finance', cookie)).body).toContain('Not checked yet')
      const { statusCode, headers } = await test.post(`/finance/days/${day}`, { check: '1' }, cookie)
      expect([statusCode, headers.location]).toEqual([303, `/finance/days/${day}?checked`])
      expect((await test.get(`/finance/days/${day}?checked`, cookie)).body).toContain('byte for byte')
      const list = (await test.get('/finance', cookie)).body
      expect(list).toContain('Adds up</span>Sun 22 Nov 2026')
      expect(list).not.toContain('Not checked yet')
    })

    it('say which day does not add up any more', async () => {
      await closeDay()
      await test.database.db.updateTable('attempts').set({ amount_minor: 1 }).execute()
      await test.post(`/finance/days/${day}`, { check: '1' }, cookie)
      const list = (await test.get('/finance', cookie)).body
      expect(list).toContain('does not add up: its payments or its close were changed')
      expect((await test.get(`/finance/days/${day}`, cookie)).body).toContain(
        'adding the day up again gives another close',
      )
      expect((await test.post('/finance/days/2026-01-01', { check: '1' }, cookie)).statusCode).toBe(404)
    })

    it('say what is wrong with days that are none, and show the last thirty', async () => {
      const { statusCode, body } = await test.get('/finance?from=2026-12-24&to=2026-02-31', cookie)
      expect(statusCode).toBe(200)
      expect(body).toContain('These are no days in this order')
      for (const none of ['2026-02-31', '2099-01-01', 'x'])
        expect((await test.get(`/finance/days/${none}`, cookie)).statusCode).toBe(404)
    })

    it('are not offered to be closed before their time', async () => {
      const today = test.console.today()
      expect((await test.get(`/finance/days/${today}`, cookie)).body).not.toContain('Close the day now')
      const fields = { act: 'close_day', subject: today, reason: 'is_late', note: '' }
      expect((await test.post(`/finance/days/${today}`, fields, cookie)).statusCode).toBe(409)
    })
  })

  describe('the reports in the console', () => {
    it('show sales, conversion and time to deliver of closed days, each with its table', async () => {
      expect((await test.get('/finance/reports', cookie)).body).toContain('No day of these is closed yet')
      await closeDay()
      for (const by of ['kind', 'method', 'channel', 'district']) {
        const { statusCode, body } = await test.get(`/finance/reports?by=${by}`, cookie)
        expect(statusCode).toBe(200)
        for (const text of ['MWK 500', 'From order to delivery', 'Time to deliver', '<table'])
          expect(body).toContain(text)
      }
    })

    it('are in French too', async () => {
      await closeDay()
      const { headers } = await test.post('/language', { language: 'fr', to: '/' }, cookie)
      const french = `${cookie}; ${String(headers['set-cookie']).replace(/;.*/, '')}`
      for (const path of [
        '/finance',
        `/finance/days/${day}`,
        '/finance/settlements',
        '/finance/cases',
        '/finance/reports',
      ])
        expect((await test.get(path, french)).body).toContain('lang="fr"')
    })
  })

  describe('a download of finance', () => {
    const exportOf = (fields: Readonly<Record<string, string>>) =>
      test.post('/finance/export', { format: 'csv', from: day, to: day, ...fields }, cookie)

    it('is a file, and is recorded with the name of the person', async () => {
      await closeDay()
      const { statusCode, headers, body } = await exportOf({ name: 'closes' })
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(headers['content-disposition']).toBe(`attachment; filename="closes-${day}-${day}.csv"`)
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toContain('500')
      expect((await exportOf({ name: 'journal', format: 'parquet' })).body.startsWith('PAR1')).toBe(true)
      expect(await test.console.log.list({ subject: `closes-${day}-${day}.csv` })).toMatchObject([
        { action: 'finance export', who: 'A finance', reason: 'accounting' },
      ])
    })

    it('has no formula in it that a spreadsheet would compute', async () => {
      await test.database.db.updateTable('attempts').set({ provider_reference: '=HYPERLINK("x")' }).execute()
      await closeDay()
      const { body } = await exportOf({ name: 'payments' })
      expect(body).toContain('HYPERLINK')
      expect(body).not.toMatch(/(^|,)"?=/m)
    })

    it('is refused in words for days that are not closed, or are to come', async () => {
      expect((await exportOf({ name: 'closes' })).body).toContain('No day is closed yet')
      await closeDay()
      const to = addDays(day, 3)
      for (const name of ['closes', 'payments', 'sales-by-day']) {
        const { statusCode, body } = await exportOf({ name, to })
        expect(statusCode).toBe(422)
        expect(body).toContain('is the last closed day')
      }
      expect((await test.get('/finance/export', cookie)).body).toContain('names no file')
      const actions = (await test.console.log.list({})).map(({ action }) => action)
      expect(actions).not.toContain('finance export')
    })

    it('is refused in words beyond its limits', async () => {
      await closeDay()
      const { statusCode, body } = await exportOf({ name: 'payments', from: '2026-01-01' })
      expect(statusCode).toBe(422)
      expect(body).toContain('at most 31 days')
      expect((await exportOf({ name: 'nothing' })).statusCode).toBe(422)
      const actions = (await test.console.log.list({})).map(({ action }) => action)
      expect(actions).not.toContain('finance export')
    })
  })
})
