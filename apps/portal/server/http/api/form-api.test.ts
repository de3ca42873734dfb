import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveForm } from '../../../contract/content.ts'
import { createTestApp, type TestApp, testKeys } from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const [free = 0] = ratePolicies.submission.target.challengeThresholds

let test: TestApp
let call: Caller
beforeEach(async () => {
  test = await createTestApp()
  call = callerOf(test)
})
afterEach(() => test.close())

const fields = {
  fullName: 'Thoko Banda',
  contactNumber: '0991 234 567',
  topic: 'bill',
  message: 'My bill is too high this month',
}
const kept = () => test.database.db.selectFrom('submissions').selectAll().execute()

describe('POST form/v2/save', () => {
  it("submits the form to the operator, and thanks the customer with the specification's message", async () => {
    const { status, body } = await call(saveForm, { data: { fields } })
    expect(status).toBe(200)
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      message: 'Thank you for reaching out',
      result: { reference: expect.stringMatching(/^MSG-[0-9A-Z]{4}-[0-9A-Z]{4}$/) },
    })
    expect(await kept()).toMatchObject([{ form: 'contact', channel: 'whatsapp', msisdn: '991234567', state: 'due' }])
  })

  it('accepts feedback on the service from a customer who gives no name', async () => {
    const feedback = { kind: 'praise', message: 'The shop in Zomba is great' }
    expect(await call(saveForm, { data: { formName: 'feedback', fields: feedback } })).toMatchObject({ status: 200 })
    expect(await kept()).toMatchObject([{ form: 'feedback', msisdn: '', email: '' }])
  })

  it.each([
    [{ fullName: '' }, 'Full name is required'],
    [{ fullName: '12' }, 'Please write your name in letters'],
    [{ contactNumber: '0991' }, 'Please write all 9 digits of the number'],
    [{ topic: 'weather' }, 'Invalid Topic'],
    [{ email: 'thoko@' }, 'Invalid Email Id'],
    [{ message: 'Help' }, 'Please write a little more, so that we can help'],
  ])("returns the page's message for %j", async (change, message) => {
    expect(await call(saveForm, { data: { fields: { ...fields, ...change } } })).toMatchObject({
      status: 400,
      body: { statusCode: 400, status: 'failure', message },
    })
    expect(await kept()).toEqual([])
  })

  it.each([
    [{}, 'Invalid data'],
    [{ data: { fields: { message: 7 } } }, 'Invalid data.fields.message'],
    [{ data: { fields, formName: 'order' } }, 'Invalid data.formName'],
    [{ data: { fields: { message: 'x'.repeat(4001) } } }, 'Invalid data.fields.message'],
  ])('refuses an invalid form', async (body, message) => {
    expect(await call(saveForm, body)).toMatchObject({ status: 400, body: { message } })
  })

  it('reads no field that the form does not ask for, even one named like a built-in member', async () => {
    const strange = { ...fields, constructor: 'x', toString: 'y', injected: 'Bcc: everybody@example.com' }
    expect(await call(saveForm, { data: { fields: strange } })).toMatchObject({ status: 200 })
    const [row] = await kept()
    expect(Object.keys(JSON.parse(row?.answers_json ?? ''))).toEqual([
      'fullName',
      'contactNumber',
      'email',
      'topic',
      'message',
    ])
  })

  it('keeps one of two copies, by their key or by their content', async () => {
    const first = await call(saveForm, { data: { fields } }, { 'idempotency-key': 'one' })
    expect(await call(saveForm, { data: { fields } }, { 'idempotency-key': 'one' })).toMatchObject({ text: first.text })
    expect(await call(saveForm, { data: { fields } })).toMatchObject({ text: first.text })
    expect(await kept()).toHaveLength(1)
  })

  it('requires a challenge once one number has sent many, and names its path', async () => {
    for (let count = 0; count < free; count += 1)
      await call(saveForm, { data: { fields: { ...fields, message: `Message number ${count}` } } })
    const { status, body, headers } = await call(saveForm, { data: { fields } }, { 'x-api-key': testKeys.kiosk })
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('60')
    expect(body).toMatchObject({ statusCode: 502, result: { challenge: { signature: expect.any(String) } } })
    expect(await kept()).toHaveLength(free)
  })

  it('accepts no more once more forms arrived than the operator can read', async () => {
    const at = test.clock.ms
    const rows = Array.from({ length: ratePolicies.submission.channel.hardLimit }, (_, count) => ({
      id: `s-${count}`,
      reference: `MSG-${count}`,
      form: 'contact' as const,
      channel: 'whatsapp',
      language: 'en',
      answers_json: '{}',
      msisdn: '',
      email: '',
      at,
      state: 'sent' as const,
    }))
    while (rows.length > 0) await test.database.db.insertInto('submissions').values(rows.splice(0, 500)).execute()
    expect(await call(saveForm, { data: { fields } })).toMatchObject({
      status: 429,
      body: { statusCode: 502, message: 'max limit exhausted, please try after sometime.' },
    })
    expect(await call(saveForm, { data: { fields } }, { 'x-api-key': testKeys.kiosk })).toMatchObject({ status: 200 })
  })

  it('accepts clients alone, and logs nothing of the message', async () => {
    expect(await call(saveForm, { data: { fields } }, { 'x-api-key': 'nobody' })).toMatchObject({ status: 401 })
    expect(await kept()).toEqual([])
    const lines: string[] = []
    const loud = await createTestApp({ log: { write: (line) => void lines.push(line) } })
    await callerOf(loud)(saveForm, { data: { fields } })
    await loud.close()
    expect(lines.join('')).toContain('/api/portal-service/form/v2/save')
    expect(lines.join('')).not.toMatch(/Thoko|991234567|too high/)
  })
})
