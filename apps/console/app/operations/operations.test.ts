import { recordBackup, writeNodeReport } from '@nyanja/server/db/node-reports'
import { oldestDue } from '@nyanja/server/db/payments/due-work'
import { KnownIncident } from '@nyanja/server/incidents/incidents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'

let test: TestConsole
let cookie: string
beforeEach(async () => {
  test = await createTestConsole()
  cookie = await test.signIn('administrator')
})
afterEach(() => test.close())

const act = (fields: Readonly<Record<string, string>>, by = cookie) => test.post('/operations', fields, by)
const page = async (by = cookie) => (await test.get('/operations', by)).body

describe('the switch of a method', () => {
  it('is seen at once, with who switched it and why, and is recorded', async () => {
    const off = { act: 'switch_off', subject: 'nyanja_money', reason: 'provider_fault', note: 'half of them fail' }
    expect((await act(off)).headers.location).toBe('/operations?done=switch_off')
    expect(await test.console.switches.isOpen('nyanja_money')).toBe(false)
    expect(await page()).toMatch(/Nyanja Money.*Off.*A administrator.*half of them fail/)
    await act({ act: 'switch_on', subject: 'nyanja_money', reason: 'solved' })
    expect(await test.console.switches.isOpen('nyanja_money')).toBe(true)
    expect(await test.console.log.list({ subject: 'nyanja_money' })).toMatchObject([
      { action: 'method on', role: 'administrator', reason: 'solved' },
      { action: 'method off', role: 'administrator', reason: 'provider_fault', why: 'half of them fail' },
    ])
  })

  it('exists for methods and gateways of the market only', async () => {
    const unknown = { act: 'switch_off', subject: 'bitcoin', reason: 'other' }
    expect((await act(unknown)).statusCode).toBe(404)
    expect((await act({ ...unknown, subject: 'dpo' })).statusCode).toBe(303)
  })

  it('exists for methods that the portal offers only, by its own setting', async () => {
    const offering = await createTestConsole({ env: { PAYMENT_METHODS: 'dpo, airtime' } })
    try {
      const administrator = await offering.signIn('administrator')
      const { body } = await offering.get('/operations', administrator)
      expect(body).toMatch(/Card.*Airtime/s)
      expect(body).not.toMatch(/Nyanja Money|M-Pesa|by paystack/)
      const off = { act: 'switch_off', subject: 'mpesa', reason: 'other' }
      expect((await offering.post('/operations', off, administrator)).statusCode).toBe(404)
    } finally {
      await offering.close()
    }
  })

  it('is offered to those who may use it', async () => {
    expect(await page()).toContain('Switch off')
    expect(await page(await test.signIn('finance'))).not.toContain('Switch off')
  })
})

describe('an incident', () => {
  const show = { act: 'show_incident', subject: 'incident', reason: 'provider_fault' }

  it('reaches every process of the portal in each language, until it is withdrawn', async () => {
    const portal = new KnownIncident({ store: test.console.stores.incidents })
    await act({ ...show, en: ' Airtime\r\nis late. ', sw: 'Imechelewa.', ny: '', xx: 'nothing' })
    await portal.refresh()
    expect(portal.textIn('sw', 'en')).toBe('Imechelewa.')
    expect(portal.textIn('ny', 'en')).toBe('Airtime is late.')
    expect(portal.textIn('xx', 'en')).toBe('Airtime is late.')
    expect(await page()).toMatch(/Shown by A administrator since.*Imechelewa/)
    await act({ act: 'withdraw_incident', subject: portal.version(), reason: 'solved' })
    await portal.refresh()
    expect(portal.textIn('en')).toBeUndefined()
  })

  it('that a colleague has replaced is not withdrawn by mistake', async () => {
    await act({ ...show, en: 'One.' })
    const before = (await test.console.stores.incidents.current())?.id ?? ''
    await act({ ...show, en: 'Another.' })
    const late = await act({ act: 'withdraw_incident', subject: before, reason: 'solved', note: 'all is well' })
    expect(late.statusCode).toBe(409)
    expect(late.body).toContain('all is well')
    expect((await test.console.stores.incidents.current())?.texts).toEqual({ en: 'Another.' })
  })

  it('without a text is not shown, and the form keeps the rest', async () => {
    const { statusCode, body } = await act({ ...show, en: ' ', note: 'since noon' })
    expect(statusCode).toBe(422)
    expect(body).toContain('since noon</textarea>')
  })
})

it('shows what is late and what waits for people', async () => {
  await test.paid()
  await test.written()
  test.clock.now += 3 * 60 * 60_000
  const body = await page(await test.signIn('finance'))
  expect(body).toMatch(/Send SMS<\/th><td>.*?3 h/)
  expect(body).toMatch(/<dt>Messages<\/dt><dd>1<\/dd>/)
  expect(body).toContain('one process serves the portal')
})

describe('what the processes report', () => {
  const write = (processId: number, openCircuits: readonly string[], faultyFiles: readonly string[] = []) =>
    writeNodeReport({
      db: test.database.db,
      processId,
      report: () => ({ openCircuits, faultyFiles }),
      now: test.console.now,
    })

  it('is added up: which providers how many of them do not reach, and which texts are faulty', async () => {
    expect(await page()).toContain('No process has reported')
    await write(1, ['dpo'], ['en/loader-translation.json'])
    await write(2, ['dpo', 'mpesa'])
    await write(3, [])
    const body = await page()
    expect(body).toMatch(/Providers that are not reached.*DPO.*2 of 3.*M-Pesa.*1 of 3/s)
    expect(body).toMatch(/en\/loader-translation\.json.*1 of 3/s)
    test.clock.now += 3 * 60_000
    expect(await page()).toContain('No process has reported')
  })

  it('is well when all are reached and no text is faulty', async () => {
    await write(1, [])
    expect(await page()).toMatch(/All are reached.*None/s)
  })

  it('includes the last backup, and says when it is too old', async () => {
    expect(await page()).toMatch(/None was reported.*Too old/s)
    await recordBackup(test.database.db, test.clock.now - 2 * 60 * 60_000)
    expect(await page()).toMatch(/Last backup of the whole database.*2 h\)/s)
    expect(await page()).not.toContain('Too old')
  })
})

it('the work of each kind has words of its own', async () => {
  const [table = ''] = /Due work<.*?<\/table>/s.exec(await page()) ?? []
  const names = [...table.matchAll(/<th scope="row">([^<]*)</g)].map(([, name = '']) => name)
  const kinds = (await oldestDue(test.database.db)).map(({ kind }) => kind)
  expect(names).toHaveLength(kinds.length)
  expect(names.filter((name) => kinds.includes(name))).toEqual([])
})
