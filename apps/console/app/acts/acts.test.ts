import { type Act, policyOf } from '@nyanja/domain/staff/acts'
import { permissions, type Role, roles } from '@nyanja/domain/staff/roles'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'
import { offeredActs } from './offered-acts.ts'

let test: TestConsole
let reference: string
beforeEach(async () => {
  test = await createTestConsole()
  reference = await test.paid()
})
afterEach(() => test.close())

const page = () => `/payments/${reference}`
const act = (name: Act, cookie: string, more: Readonly<Record<string, string>> = {}) =>
  test.post(page(), { act: name, subject: reference, reason: policyOf(name).reasons[0] ?? '', ...more }, cookie)
const holds = (role: Role, name: Act) => permissions[policyOf(name).permission].some((one) => one === role)
const actionsIn = () => test.console.log.list({ subject: reference })
const number = '+265 99 900 0001'

describe('an act on a payment', () => {
  it.each(offeredActs.payment.flatMap((name) => roles.map((role) => ({ name, role }))))(
    '$name is refused to $role without the permission, and shows nothing more',
    async ({ name, role }) => {
      const { statusCode, body } = await act(name, await test.signIn(role))
      if (holds(role, name)) return expect(statusCode).not.toBe(403)
      expect(statusCode).toBe(403)
      expect(body).not.toContain(number)
      expect((await actionsIn()).map(({ action }) => action)).toEqual(['payments look'])
    },
  )

  it('shows full numbers in the answer to a recorded act alone', async () => {
    const cookie = await test.signIn('care_agent')
    const { statusCode, body } = await act('reveal', cookie, { note: 'asked by phone' })
    expect(statusCode).toBe(200)
    expect(body).toContain(number)
    expect((await test.get(page(), cookie)).body).not.toContain(number)
    expect(await actionsIn()).toMatchObject([
      { action: 'numbers show', role: 'care_agent', reason: 'customer_asked', why: 'asked by phone' },
      { action: 'payments look', role: 'care_agent' },
    ])
  })

  it('shows the words of a gift like full numbers', async () => {
    await test.database.db.updateTable('orders').set({ gift_message: 'Tsiku lobadwa' }).execute()
    const cookie = await test.signIn('care_agent')
    const { body } = await test.get(page(), cookie)
    expect(body).toMatch(/Message with the gift<\/dt><dd>not shown/)
    expect(body).not.toContain('Tsiku')
    expect((await act('reveal', cookie, { note: 'asked by phone' })).body).toContain('Tsiku lobadwa')
    expect((await test.get(page(), cookie)).body).not.toContain('Tsiku')
  })

  it('leads back to the page, which says what was done', async () => {
    const cookie = await test.signIn('care_agent')
    const { statusCode, headers } = await act('refund', cookie)
    expect([statusCode, headers.location]).toEqual([303, `${page()}?requested=refund`])
    expect((await test.get(`${page()}?requested=refund`, cookie)).body).toContain(
      'Refund: waits for a second person now.',
    )
  })

  it('that waits is agreed to by a second person, who may not be the one who asked', async () => {
    const lead = await test.signIn(test.staffOf('care_lead', 'Chimwemwe'))
    await act('refund', lead)
    const [request] = await test.console.stores.staffRequests.openAbout(reference)
    const subject = request?.id ?? ''
    expect((await act('approve', lead, { subject })).statusCode).toBe(403)
    expect((await test.get(page(), lead)).body).toContain('You asked for it, so somebody else decides.')
    const finance = await test.signIn('finance')
    const [form] = /<details[^>]*><summary>Agree<.*?<\/details>/s.exec((await test.get(page(), finance)).body) ?? []
    expect(form).toContain('<option value="paid_twice" selected="">Paid twice</option>')
    expect((await act('approve', finance, { subject })).headers.location).toBe(`${page()}?done=approve`)
    expect((await act('approve', finance, { subject })).statusCode).toBe(404)
  })

  it('on another payment is not possible from this page', async () => {
    const cookie = await test.signIn('care_lead')
    const other = await test.paid()
    expect((await act('ask_again', cookie, { subject: other })).statusCode).toBe(404)
    expect((await act('switch_off', cookie, { subject: reference })).statusCode).toBe(404)
  })

  it('about an amount shows the amount to the second person', async () => {
    const cookie = await test.signIn('care_agent')
    const { headers } = await act('refund_part', cookie, { amount: '1,00.50', currency: 'MWK' })
    expect(headers.location).toBeUndefined()
    expect((await act('refund_part', cookie, { amount: '100', currency: 'MWK' })).statusCode).toBe(303)
    const lead = await test.signIn('care_lead')
    expect((await test.get(page(), lead)).body).toMatch(/Waits for a second person: Refund a part.*MWK.100/s)
    expect((await test.get('/queues/requests', lead)).body).toMatch(/Refund a part.*MWK.100/s)
  })

  it('that takes airtime back is agreed to by somebody who sees what the line has', async () => {
    const [agent, lead] = [await test.signIn('care_agent'), await test.signIn('care_lead')]
    const openRequest = async () => (await test.console.stores.staffRequests.openAbout(reference))[0]?.id ?? ''
    await act('refund', agent)
    expect((await act('approve', lead, { subject: await openRequest() })).statusCode).toBe(303)
    await test.database.db.updateTable('refunds').set({ state: 'refunded', next_check_at: null }).execute()
    expect((await act('take_back', agent, { amount: '500', currency: 'MWK' })).statusCode).toBe(303)
    const agreement = /<summary>Agree</
    const unseen = (await test.get(page(), lead)).body
    expect(unseen).toContain('The portal is asking what the line has.')
    expect(unseen).not.toMatch(agreement)
    expect((await act('approve', lead, { subject: await openRequest() })).statusCode).toBe(409)
    const takebacks = test.database.db.updateTable('takebacks')
    await takebacks.set({ balance_minor: 49_900, balance_at: 1, next_check_at: null }).execute()
    const tooLow = (await test.get(page(), lead)).body
    expect(tooLow).toMatch(/The line has MWK.499, .*: less than that/)
    expect(tooLow).not.toMatch(agreement)
    await takebacks.set({ balance_minor: 50_000 }).execute()
    const seen = (await test.get(page(), lead)).body
    expect(seen).toMatch(/Take the airtime back.*MWK.500.*The line has MWK.500, seen/s)
    expect(seen).toMatch(agreement)
    expect((await act('approve', lead, { subject: await openRequest() })).statusCode).toBe(303)
  })

  it.each([
    ['refund_part', '500'],
    ['refund_part', '0'],
    ['refund_part', '-5'],
    ['refund_part', ''],
    ['give_credit', '500.01'],
    ['give_credit', 'five'],
  ] as const)('%s of “%s” is refused with words, and keeps what was typed', async (name, amount) => {
    const cookie = await test.signIn('care_agent')
    const { statusCode, body } = await act(name, cookie, { amount, currency: 'MWK', note: 'she called' })
    expect(statusCode).toBe(422)
    expect(body).toContain('this amount is missing, or not right')
    expect(body).toMatch(/<input[^>]*aria-invalid="true"[^>]*>/)
    expect(body).toContain('she called')
    if (amount !== '') expect(body).toContain(`value="${amount}"`)
    expect(await test.console.stores.staffRequests.openAbout(reference)).toEqual([])
  })

  it('that was done meanwhile is answered with words and the state as it is now', async () => {
    const { statusCode, body } = await act('ask_again', await test.signIn('care_agent'))
    expect(statusCode).toBe(409)
    expect(body).toContain('it was done meanwhile, or is not possible any more')
    expect(body).toContain(reference)
  })
})
