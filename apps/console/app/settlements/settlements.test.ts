import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'
import { paystackFile, settlementForm, someFinance } from '../../server/testing/test-finance.ts'

describeOnEachEngine('the pages of settlements', (openDatabase) => {
  const path = '/finance/settlements'

  let test: TestConsole
  let cookie: string
  beforeEach(async () => {
    test = await createTestConsole({ database: await openDatabase(), mostUploadBytes: 20_000 })
    cookie = await test.signIn('finance')
  })
  afterEach(() => test.close())

  const send = (text: string, how = {}) => test.upload(path, settlementForm(text, how), cookie)
  const file = (...ids: readonly string[]) => paystackFile(test.clock.now, ...ids)
  const imports = () => test.console.reconciliation.store.list(10)
  const uploads = () => readdirSync(tmpdir()).filter((name) => name.startsWith('upload-'))

  describe('a settlement file in the console', () => {
    it('is imported, compared and recorded, and leads to what was found', async () => {
      const { statusCode, headers } = await send(file('T1', 'T2'))
      expect(statusCode).toBe(303)
      const { body } = await test.get(String(headers.location), cookie)
      for (const text of ['Imported: 2 rows', '2 open differences', 'We have no such payment', 'nov.csv'])
        expect(body).toContain(text)
      const [one] = await imports()
      expect(one).toMatchObject({ importedBy: 'A finance', fileName: 'nov.csv', rows: 2 })
      expect(await test.console.log.list({ subject: `import ${one?.id}` })).toMatchObject([
        { action: 'settlement import', role: 'finance', reason: 'accounting' },
      ])
      const list = (await test.get(path, cookie)).body
      expect(list).toContain(`href="${path}/${one?.id}"`)
    })

    it('shows which lines were not read', async () => {
      const { headers } = await send(`Payouts of November\n${file('T1')}\n`)
      const { body } = await test.get(String(headers.location), cookie)
      expect(body).toContain('Lines that were not read')
      expect(body).toContain('before the heading')
      const [one] = await imports()
      expect(one?.unread).toEqual([{ why: 'before the heading', lines: 1, examples: [1] }])
    })

    it('is refused whole with the lines of its faults', async () => {
      const { statusCode, body } = await send(
        file('T1', 'T2').replace('REF-T2,transaction,5000', 'REF-T2,transaction,x'),
      )
      expect(statusCode).toBe(422)
      expect(body).toContain('nov.csv was not imported, and nothing was changed')
      expect(body).toContain('Line 3:')
      expect(await imports()).toEqual([])
      expect(await test.console.log.list({})).toEqual([])
    })

    it('is refused the second time, and names the first import', async () => {
      await send(file('T1'))
      const { statusCode, body } = await send(file('T1'), { name: 'copy.csv' })
      expect(statusCode).toBe(409)
      expect(body).toContain('copy.csv was imported before')
      expect(await imports()).toHaveLength(1)
    })

    it('is refused in words when it is too large, and none is left behind', async () => {
      const before = uploads()
      const { statusCode, body } = await send('x'.repeat(20_001))
      expect(statusCode).toBe(413)
      expect(body).toContain('The file is larger than')
      expect(uploads().filter((name) => !before.includes(name))).toEqual([])
    })

    it('is refused without a file, a format or days in order', async () => {
      expect((await send('', { name: '' })).body).toContain('No file arrived')
      expect((await send(file('T1'), { format: 'nothing' })).body).toContain('Choose the format')
      const form = settlementForm(file('T1'))
      form.set('from', '2026-11-30')
      form.set('to', '2026-11-01')
      expect((await test.upload(path, form, cookie)).body).toContain('no days in this order')
      expect((await test.post(path, { format: 'paystack' }, cookie)).body).toContain('No file arrived')
      expect(await imports()).toEqual([])
    })

    it('has a name that leads nowhere', async () => {
      await send(file('T1'), { name: '../../..\\etc/pass<b>wd.csv' })
      expect((await imports()).map(({ fileName }) => fileName)).toEqual(['pass_b_wd.csv'])
    })

    it('may have a name longer than a disk allows, in any script', async () => {
      const name = `${'漢'.repeat(200)}.csv`
      expect((await send(file('T1'), { name })).statusCode).toBe(303)
      expect((await imports()).map(({ fileName }) => fileName)).toEqual([name.slice(-80)])
    })

    it('is not read when its sender may not import it', async () => {
      for (const other of ['', await test.signIn('care_lead')])
        expect((await test.upload(path, settlementForm(file('T1')), other)).statusCode).toBe(other === '' ? 401 : 403)
      expect(await imports()).toEqual([])
    })
  })

  describe('an import that is withdrawn', () => {
    it('needs a second person, and leaves no difference', async () => {
      const { importPath, importId } = await someFinance(test)
      const subject = `import ${importId}`
      const own = await test.signIn(test.staffOf('finance', 'Tadala'))
      const asked = await test.post(importPath, { act: 'withdraw_import', subject, reason: 'mistake' }, own)
      expect(asked.headers.location).toBe(`${importPath}?requested=withdraw_import`)
      expect((await test.get(importPath, own)).body).toContain('You asked for it, so somebody else decides.')
      const [request] = await test.console.stores.staffRequests.openAbout(subject)
      const approve = { act: 'approve', subject: request?.id ?? '', reason: 'mistake' }
      expect((await test.post(importPath, approve, own)).statusCode).toBe(403)
      const lead = await test.signIn('care_lead')
      expect((await test.get('/queues/requests', lead)).body).not.toContain(importPath)
      const other = await test.signIn(test.staffOf('finance', 'Limbani'))
      expect((await test.get('/queues/requests', other)).body).toContain(`href="${importPath}"`)
      expect((await test.post(importPath, approve, other)).statusCode).toBe(303)
      const { body } = await test.get(importPath, other)
      expect(body).toContain('Its rows count no longer')
      expect(body).not.toContain('withdraw_import')
      expect(await test.console.reconciliation.cases.list({ state: 'open' }, 9)).toEqual([])
      const logged = await test.console.log.list({ subject })
      expect(logged.map(({ action, who }) => [action, who])).toEqual([
        ['withdraw_import approved', 'Limbani'],
        ['withdraw_import ask', 'Tadala'],
        ['settlement import', 'A finance'],
      ])
      expect((await test.get(path, other)).body).toContain('withdrawn')
    })
  })

  describe('differences that are alike', () => {
    const alike = 'state=open&source=paystack&reason=unknown_to_us'
    const decide = (ids: readonly string[], more = {}) => {
      const form = new URLSearchParams({ act: 'close_case', from: 'open', reason: 'solved', note: 'tests', ...more })
      for (const id of ids) form.append('case', id)
      return test.post(`/finance/cases?${alike}`, form, cookie)
    }
    const openIds = async () =>
      (await test.console.reconciliation.cases.list({ state: 'open' }, 9)).map(({ id }) => String(id))

    it('are decided together, each with its record', async () => {
      await send(file('T1', 'T2', 'T3'))
      const ids = await openIds()
      const { body } = await test.get(`/finance/cases?${alike}`, cookie)
      expect(body.match(/<input[^>]*form="alike"[^>]*checked/g)).toHaveLength(3)
      expect((await test.get('/finance/cases?state=open', cookie)).body).not.toContain('form="alike"')
      const [first = '', ...others] = ids
      await test.post(
        `/finance/cases/${first}`,
        { act: 'explain_case', subject: first, from: 'open', reason: 'other' },
        cookie,
      )
      const { headers } = await decide(ids.slice(0, 2))
      // A colleague has explained one of them meanwhile, so they are not alike any more.
      expect(headers.location).toBeUndefined()
      const decided = await decide(others)
      expect(decided.headers.location).toBe(`/finance/cases?${alike}&decided=2&left=0`)
      expect((await test.get(String(decided.headers.location), cookie)).body).toContain('2 decided.')
      expect(await openIds()).toEqual([])
      for (const id of others)
        expect(await test.console.log.list({ subject: `case ${id}` })).toMatchObject([
          { action: 'case closed', why: 'tests' },
        ])
    })

    it('are left as they are by whoever may not decide them, and by a form without an act', async () => {
      await send(file('T1', 'T2'))
      const ids = await openIds()
      expect((await decide(ids, { act: 'refund' })).statusCode).toBe(422)
      expect((await decide([...ids, '999'])).statusCode).toBe(422)
      cookie = await test.signIn('care_lead')
      expect((await decide(ids)).statusCode).toBe(403)
      expect(await openIds()).toEqual(ids)
    })
  })

  describe('a difference in the console', () => {
    const move = (caseId: string, act: string, from: string, note = '') =>
      test.post(`/finance/cases/${caseId}`, { act, subject: caseId, from, reason: 'provider_statement', note }, cookie)
    const stateOf = async (id: string) => (await test.console.reconciliation.cases.find(Number(id)))?.state

    it('is explained, closed and opened again, each with its reason', async () => {
      const { caseId } = await someFinance(test)
      cookie = await test.signIn('finance')
      expect((await move(caseId, 'explain_case', 'open', 'see mail')).statusCode).toBe(303)
      expect((await move(caseId, 'close_case', 'explained')).statusCode).toBe(303)
      expect((await move(caseId, 'reopen_case', 'closed')).statusCode).toBe(303)
      expect(await stateOf(caseId)).toBe('open')
      const logged = await test.console.log.list({ subject: `case ${caseId}` })
      expect(logged.map(({ action }) => action)).toEqual(['case open', 'case closed', 'case explained'])
      expect(logged.at(-1)).toMatchObject({ why: 'see mail', reason: 'provider_statement', role: 'finance' })
      expect((await test.get(`/finance/cases/${caseId}`, cookie)).body).toContain('see mail')
    })

    it('is not moved twice: a colleague was first', async () => {
      const { caseId } = await someFinance(test)
      cookie = await test.signIn('finance')
      await move(caseId, 'close_case', 'open')
      const { statusCode, body } = await move(caseId, 'explain_case', 'open')
      expect(statusCode).toBe(409)
      expect(body).toContain('it was done meanwhile')
      expect(await stateOf(caseId)).toBe('closed')
      expect((await move(caseId, 'explain_case', 'closed')).statusCode).toBe(409)
      expect((await move(caseId, 'close_case', 'nonsense')).statusCode).toBe(422)
    })

    it('is found by its filters in the address', async () => {
      const { caseId, day } = await someFinance(test)
      cookie = await test.signIn('finance')
      const link = `href="/finance/cases/${caseId}"`
      const found = async (query: string) => (await test.get(`/finance/cases?${query}`, cookie)).body.includes(link)
      const days = `from=${day}&to=${day}`
      expect(await found(days)).toBe(true)
      expect(await found(`${days}&source=paystack&reason=unknown_to_us&state=open`)).toBe(true)
      for (const other of ['source=dpo', 'reason=other_day', 'state=closed'])
        expect(await found(`${days}&${other}`)).toBe(false)
      for (const none of ['9', 'x', '1e3'])
        expect((await test.get(`/finance/cases/${none}`, cookie)).statusCode).toBe(404)
    })
  })
})
