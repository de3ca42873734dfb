import { day } from '@nyanja/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'

let test: TestConsole
let cookie: string
beforeEach(async () => {
  test = await createTestConsole()
  cookie = await test.signIn('administrator')
})
afterEach(() => test.close())

const record = (why: string, subject = 'NYA-7K4P-29XD', id = 'st-1', who = 'Thoko') =>
  test.console.log.record({
    ...{ who, action: 'numbers show', subject, why },
    staff: { id, role: 'care_agent', reason: 'customer_asked' },
  })

describe('the log', () => {
  it('is listed by person, by subject and by day of the market', async () => {
    await record('one')
    await record('two', 'NYA-0000-0001', 'st-2', 'Alinafe')
    test.clock.now += day
    await record('three')
    const shown = async (query: string) => {
      const { body } = await test.get(`/audit?${query}`, await test.signIn('administrator'))
      return ['one', 'two', 'three'].filter((note) => body.includes(`<q>${note}</q>`))
    }
    expect(await shown('')).toEqual(['one', 'two', 'three'])
    expect(await shown('person=st-2')).toEqual(['two'])
    expect(await shown('subject=NYA-7K4P-29XD')).toEqual(['one', 'three'])
    expect(await shown('day=2026-11-20')).toEqual(['one', 'two'])
  })

  it('never puts a typed number or e-mail address into an address', async () => {
    for (const subject of ['0999000001', '+265 999 000 001', 'mada@mail.example']) {
      const { statusCode, body } = await test.post('/audit', { subject }, cookie)
      expect(statusCode).toBe(422)
      expect(body).toContain('never a phone number')
    }
    const { headers } = await test.post('/audit', { subject: 'dpo', person: 'st-1', day: '2026-11-20' }, cookie)
    expect(headers.location).toBe('/audit?person=st-1&subject=dpo&day=2026-11-20')
  })

  it('shows no number and no e-mail address of a note', async () => {
    await record('call +265 999 000 001 or mada@mail.example')
    const { body } = await test.get('/audit', cookie)
    expect(body).toContain('call ••• or •••')
    expect(body).not.toMatch(/999 ?000|mada@/)
  })

  it('loses a note on request, and keeps who asked for it', async () => {
    await record('a name that must go')
    const [{ id } = { id: 0 }] = await test.console.log.list({})
    const erase = { act: 'erase_note', subject: String(id), reason: 'customer_asked' }
    expect((await test.post('/audit', erase, cookie)).headers.location).toBe('/audit?done=erase_note')
    expect((await test.get('/audit', cookie)).body).not.toContain('a name that must go')
    expect((await test.post('/audit', erase, cookie)).statusCode).toBe(409)
    expect((await test.get('/audit', await test.signIn('care_lead'))).body).not.toContain('Erase the note')
  })
})

describe('the chain of days', () => {
  const verify = async () => (await test.get('/audit?verify=yes', await test.signIn('administrator'))).body

  it('is whole while it is unchanged, and names the day that was changed', async () => {
    await record('one')
    await record('two')
    test.clock.now += 2 * day
    await test.console.log.sealDays()
    expect(await verify()).toContain('All sealed days are as they were')
    await test.database.db.deleteFrom('operator_actions').where('why', '=', 'two').execute()
    expect(await verify()).toContain('2026-11-20: its actions were changed')
  })

  it('names the day after one that is missing', async () => {
    for (const note of ['one', 'two', 'three']) {
      await record(note)
      test.clock.now += day
    }
    test.clock.now += day
    await test.console.log.sealDays()
    await test.database.db.deleteFrom('action_days').where('day', '=', '2026-11-21').execute()
    expect(await verify()).toContain('2026-11-22: the day before it is missing')
  })
})

describe('an export', () => {
  const days = { from: '2026-11-20', until: '2026-11-20' }
  const exported = (fields: Readonly<Record<string, string>>) => test.post('/audit/export', fields, cookie)

  it('is a file of the days, in which no cell is a formula and no note has a number, and is recorded', async () => {
    await record('=HYPERLINK("https://evil.example")')
    await record('call +265 999 000 001', 'dpo')
    const { statusCode, headers, body } = await exported(days)
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="audit-2026-11-20-2026-11-20.csv"')
    expect(headers['cache-control']).toBe('no-store')
    const [head, first, second, own] = body.split('\r\n')
    expect(head).toBe('id,at,day,time,who,staff_id,role,action,subject,reason,note,detail')
    expect(first).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(first).toMatch(/^\d+,2026-11-20T10:00:00\.000Z,2026-11-20,12:00:00,/)
    expect(second).toMatch(/,dpo,customer_asked,call •••,$/)
    expect(own).toMatch(/,A administrator,.*,administrator,audit export,2026-11-20 2026-11-20,/)
    expect(await test.console.log.list({})).toMatchObject([{ action: 'audit export' }, {}, {}])
  })

  it('has the person and the subject that were chosen', async () => {
    await record('one')
    await record('two', 'dpo')
    await record('three', 'dpo', 'st-2')
    const { body } = await exported({ ...days, subject: 'dpo', person: 'st-2' })
    expect(body.split('\r\n').slice(1, -1)).toEqual([expect.stringContaining('three')])
  })

  it('of more than a month, or of days that are none, is refused and not recorded', async () => {
    const wrong = { from: ['2026-10-20', '2026-11-21', 'x'], subject: ['0999000001'] }
    const fields = Object.entries(wrong).flatMap(([name, values]) =>
      values.map((value) => ({ ...days, [name]: value })),
    )
    for (const one of fields) expect((await exported(one)).headers.location).toBe('/audit?refused=export')
    expect(await test.console.log.list({})).toEqual([])
    expect((await test.get('/audit?refused=export', cookie)).body).toContain('Nothing was exported')
  })
})
