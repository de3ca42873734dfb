import { type Permission, permissions, type Role, roles } from '@nyanja/domain/staff/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../server/testing/test-console.ts'
import { someFinance } from '../server/testing/test-finance.ts'
import { pages } from './page-list.ts'

let test: TestConsole
let reference: string
let places: Readonly<Record<string, string>>
beforeAll(async () => {
  test = await createTestConsole()
  const { day, importId, caseId } = await someFinance(test)
  reference = await test.paid()
  places = {
    '/payments/:reference': `/payments/${reference}`,
    '/messages/:reference': `/messages/${await test.written()}`,
    '/leads/:reference': `/leads/${await test.refusedLead()}`,
    '/queues/:queue': '/queues/reviews',
    '/coverage/:id': `/coverage/${await test.complained()}`,
    '/finance/days/:day': `/finance/days/${day}`,
    '/finance/settlements/:id': `/finance/settlements/${importId}`,
    '/finance/cases/:id': `/finance/cases/${caseId}`,
  }
})
afterAll(() => test.close())

const guarded = pages.flatMap((page) => (page.for === 'everybody' ? [] : [{ ...page, for: page.for }]))
const holds = (role: Role, permission: Permission) => permissions[permission].some((one) => one === role)
const everyRole = guarded.flatMap((page) => roles.map((role) => ({ page, role })))
const addressOf = (path: string) => places[path] ?? path
const withMore = (address: string) => `${address}${address.includes('?') ? '&' : '?'}x=1`
const isFile = (page: object) => 'isFile' in page

/** What only those who may see a payment may read. */
const secrets = () => [reference, '999000', '99 ••• ••', 'MWK', 'Chisomo', 'Mada']

describe('a page of the console', () => {
  it.each(everyRole)('$page.path opens for $role, or is refused and leaks nothing', async ({ page, role }) => {
    const { statusCode, body } = await test.get(addressOf(page.path), await test.signIn(role))
    if (holds(role, page.for)) return expect(statusCode).toBeLessThan(400)
    expect(statusCode).toBe(403)
    if (!isFile(page)) expect(body).toContain('This page is not for your role')
    for (const secret of secrets()) expect(body).not.toContain(secret)
  })

  it.each(guarded)('$path sends a person who is not signed in to sign in, and back afterwards', async ({ path }) => {
    const { statusCode, headers, body } = await test.get(withMore(addressOf(path)))
    expect(statusCode).toBe(302)
    expect(headers.location).toBe(`/sign-in?${new URLSearchParams({ to: withMore(addressOf(path)) })}`)
    for (const secret of secrets()) expect(body).not.toContain(secret)
  })

  it.each(guarded)(
    '$path answers a form of a person whose session is over with words, and does nothing',
    async (page) => {
      const { statusCode, body } = await test.post(addressOf(page.path), { text: reference })
      expect(statusCode).toBe(401)
      if (!isFile(page)) expect(body).toContain('You are signed out')
    },
  )

  it.each(pages)('$path refuses a form from another site', async ({ path }) => {
    const cookie = await test.signIn('care_lead')
    for (const origin of ['https://evil.example', 'null'])
      expect((await test.post(addressOf(path), {}, cookie, origin)).statusCode).toBe(403)
  })

  it('cannot be framed, runs no foreign script and is stored nowhere', async () => {
    const { headers } = await test.get('/', await test.signIn('care_agent'))
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
    expect(headers['content-security-policy']).toContain(`script-src 'self'`)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('and an act that are refused to a person are in the log with the person', async () => {
    const cookie = await test.signIn('care_agent')
    test.lines.length = 0
    await test.get('/finance', cookie)
    await test.post(`/payments/${reference}`, { act: 'approve', subject: reference, reason: 'complaint' }, cookie)
    const written = test.lines.map((line) => JSON.parse(line)).filter(({ msg }) => /refused$/.test(msg))
    expect(written).toMatchObject([
      { level: 'warn', msg: 'page refused', staff: 'st-A care_agent', page: '/finance' },
      { level: 'warn', msg: 'act refused', staff: 'st-A care_agent', act: 'approve', result: 'not_permitted' },
    ])
  })

  it('has no data address beside it, and unknown addresses show nothing', async () => {
    const cookie = await test.signIn('care_lead')
    for (const address of [`/payments/${reference}.data`, '/_root.data', '/nowhere', '/payments/NYA-0000-0000']) {
      const { statusCode, body } = await test.get(address, cookie)
      expect(statusCode, address).toBe(404)
      expect(body, address).toContain('There is nothing at this address')
    }
  })
})
