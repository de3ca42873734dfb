import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { createTestConsole } from './testing/test-console.ts'

describeOnEachEngine('the console', (openDatabase) => {
  async function open() {
    const test = await createTestConsole({ database: await openDatabase() })
    onTestFinished(() => test.close())
    return test
  }

  it('finds a payment, shows it and records who looked', async () => {
    const test = await open()
    const reference = await test.paid()
    const cookie = await test.signIn('care_agent')
    const found = await test.post('/search', { text: '0999000001' }, cookie)
    expect(found.headers.location).toBe(`/payments/${reference}`)
    expect((await test.get(`/payments/${reference}`, cookie)).statusCode).toBe(200)
    const { body } = await test.get(`/payments/${reference}`, cookie)
    expect(body).toContain('Delivered')
    expect(body).toContain('looked at this page')
  })

  it('refunds once two people agree, and records both', async () => {
    const test = await open()
    const reference = await test.paid()
    const page = `/payments/${reference}`
    await test.post(page, { act: 'refund', subject: reference, reason: 'paid_twice' }, await test.signIn('care_agent'))
    const [request] = await test.console.stores.staffRequests.openAbout(reference)
    const form = { act: 'approve', subject: request?.id ?? '', reason: 'complaint' }
    const lead = await test.signIn('care_lead')
    expect((await test.post(page, form, lead)).headers.location).toBe(`${page}?done=approve`)
    const { body } = await test.get(page, lead)
    expect(body).toContain('asked for a refund')
    expect(body).toContain('agreed to the refund')
    expect(await test.database.db.selectFrom('refunds').select('state').execute()).toEqual([{ state: 'due' }])
  })

  it('closes a session for all processes', async () => {
    const test = await open()
    const cookie = await test.signIn('finance')
    expect((await test.get('/', cookie)).statusCode).toBe(200)
    await test.post('/sign-out', {}, cookie)
    expect((await test.get('/', cookie)).statusCode).toBe(302)
  })
})
