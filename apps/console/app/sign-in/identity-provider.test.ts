import { sessionLimits } from '@nyanja/back-office/sign-in/staff-sessions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staffPassword } from '../../../sandbox/src/identity/accounts.ts'
import { createIdentityProvider, type IdentityProvider } from '../../../sandbox/src/identity/identity-provider.ts'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'

let provider: IdentityProvider
let test: TestConsole
beforeEach(async () => {
  provider = createIdentityProvider({ host: '127.0.0.1', port: 0, consoleUrl: 'http://localhost:3400' })
  await provider.start()
  test = await createTestConsole({
    identityProvider: 'real',
    env: {
      OIDC_ISSUER: provider.issuer(),
      OIDC_CLIENT_ID: 'nyanja-console',
      OIDC_CLIENT_SECRET: 'sandbox-console-secret',
    },
  })
})
afterEach(async () => {
  await test.close()
  await provider.stop()
})

const pairOf = (cookie: string) => cookie.replace(/;.*/, '')
const cookieNamed = (name: string, { headers }: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  pairOf([headers['set-cookie'] ?? []].flat().find((one) => one.startsWith(`${name}=`)) ?? '')

/** A browser at the identity provider, whose cookies it keeps. */
function openBrowser() {
  const cookies = new Map<string, string>()
  async function visit(url: string, form?: Readonly<Record<string, string>>) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = pairOf(cookie).split(/=(.*)/s, 2)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const to = response.headers.get('location')
    return { status: response.status, to: to === null ? undefined : new URL(to, url).href, body: await response.text() }
  }

  /** Follows redirects to the console, or to a page of the provider, and types the password where it is requested. */
  async function follow(start: string, account: string): Promise<string | undefined> {
    let url: string | undefined = start
    while (url?.startsWith(provider.issuer())) {
      const isPassword = new URL(url).pathname.startsWith('/sign-in/')
      url = (await visit(url, isPassword ? { account, password: staffPassword } : undefined)).to
    }
    return url?.replace('http://localhost:3400', '')
  }
  return { visit, follow }
}

type Browser = ReturnType<typeof openBrowser>

interface Begun {
  readonly browser?: Browser
  readonly account?: string
  /** Changes the address of the provider, as a proxy on the way could. */
  readonly forge?: (address: URLSearchParams) => void
}

/** Does a whole sign-in except its last step. */
async function begin({ browser = openBrowser(), account = 'alinafe', forge = () => {} }: Begun = {}) {
  const begun = await test.get('/sign-in')
  const address = new URL(String(begun.headers.location))
  forge(address.searchParams)
  const callback = (await browser.follow(address.href, account)) ?? ''
  return { browser, callback, cookie: cookieNamed('__Host-sign-in', begun) }
}

async function signIn(options: Begun = {}, before = '') {
  const { browser, callback, cookie } = await begin(options)
  const answer = await test.get(callback, `${cookie}; ${before}`)
  return { browser, callback, cookie, answer, session: cookieNamed('__Host-staff', answer) }
}

async function expectRefused(callback: string, cookie: string): Promise<void> {
  const answer = await test.get(callback, cookie)
  expect([answer.statusCode, cookieNamed('__Host-staff', answer)]).toEqual([400, ''])
  expect(answer.body).toContain('You are not signed in')
}

const withField = (callback: string, name: string, value: string) => {
  const url = new URL(callback, 'http://localhost:3400')
  url.searchParams.set(name, value)
  return url.pathname + url.search
}

const sessions = () => test.database.db.selectFrom('staff_sessions').select('staff_name').execute()

describe('signing in at a real identity provider', () => {
  it.each([
    ['alinafe', 'care agent'],
    ['chimwemwe', 'care lead'],
    ['thoko', 'finance'],
    ['dalitso', 'administrator'],
  ])('%s has the role of the claim: %s', async (account, role) => {
    const { answer, session } = await signIn({ account })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect((await test.get('/', session)).body).toContain(role)
  })

  it('opens no session for a person without a role', async () => {
    const { answer, session } = await signIn({ account: 'mphatso' })
    expect([answer.statusCode, session]).toEqual([403, ''])
    expect(await sessions()).toEqual([])
  })

  it('is refused with a forged state, code or issuer', async () => {
    const { callback, cookie } = await begin()
    for (const [name, value] of [
      ['state', 'x'.repeat(43)],
      ['code', 'x'.repeat(43)],
      ['iss', 'https://evil.example'],
    ] as const)
      await expectRefused(withField(callback, name, value), cookie)
    expect(await sessions()).toEqual([])
  })

  it.each(['nonce', 'code_challenge'])('is refused when the %s was forged on the way to the provider', async (name) => {
    const { callback, cookie } = await begin({ forge: (address) => address.set(name, 'x'.repeat(43)) })
    await expectRefused(callback, cookie)
  })

  it('is refused with the code of another sign-in, and with the cookie of another browser', async () => {
    const victim = await begin()
    const thief = await begin({ account: 'chimwemwe' })
    const code = new URL(thief.callback, 'http://localhost:3400').searchParams.get('code') ?? ''
    await expectRefused(withField(victim.callback, 'code', code), victim.cookie)
    await expectRefused(thief.callback, victim.cookie)
    await expectRefused(thief.callback, '')
  })

  it('happens once: a code that is sent again opens nothing', async () => {
    const { callback, cookie, session } = await signIn()
    await expectRefused(callback, cookie)
    expect(await sessions()).toHaveLength(1)
    expect((await test.get('/', session)).statusCode).toBe(200)
  })

  it('never takes over the id that a browser had, even one of a colleague', async () => {
    const foreign = (await signIn({ account: 'chimwemwe' })).session
    const { session } = await signIn({}, foreign)
    expect(session).not.toBe(foreign)
    expect((await test.get('/', foreign)).statusCode).toBe(302)
    expect((await test.get('/', session)).body).toContain('Alinafe Banda')
    const invented = await signIn({}, '__Host-staff=ImFiYyI%3D')
    expect(invented.session).not.toContain('ImFiYyI')
  })
})

describe('a session at a real identity provider', () => {
  it('ends here and there at sign-out, for all processes at once', async () => {
    const { browser, session } = await signIn()
    await test.post('/sign-out', {}, session)
    expect(await sessions()).toEqual([])
    expect((await test.get('/', session)).statusCode).toBe(302)
    const there = String((await test.get('/signed-out')).headers.refresh).replace('0;url=', '')
    const page = await browser.visit(there)
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.body) ?? []
    const ended = await browser.visit(new URL('/session/end/confirm', there).href, { xsrf, logout: 'yes' })
    expect(ended.to).toBe('http://localhost:3400/signed-out?done')
    // The provider asks for the password again.
    const again = await browser.visit(String((await test.get('/sign-in')).headers.location))
    expect(again.to).toMatch(/\/sign-in\/[\w-]+$/)
  })

  it('that is over is opened again with a new id, without what was typed before', async () => {
    const { browser, session } = await signIn()
    test.clock.now += sessionLimits.idleMs
    expect((await test.get('/', session)).statusCode).toBe(302)
    expect((await test.post('/search', { text: '0999000001' }, session)).statusCode).toBe(401)
    const second = await signIn({ browser }, session)
    expect(second.session).not.toBe(session)
    expect((await test.get('/', second.session)).statusCode).toBe(200)
  })

  it('continues while the provider is away, and no one else can sign in', async () => {
    const { session } = await signIn()
    const { callback, cookie } = await begin({ account: 'thoko' })
    await provider.stop()
    expect((await test.get(callback, cookie)).statusCode).toBe(503)
    test.clock.now += 60_000
    const refused = await test.get('/sign-in')
    expect([refused.statusCode, refused.headers.location]).toEqual([503, undefined])
    expect(refused.body).toContain('Sign-in is not available now')
    expect((await test.get('/signed-out')).headers.refresh).toBeUndefined()
    expect((await test.get('/', session)).statusCode).toBe(200)
    expect(await sessions()).toEqual([{ staff_name: 'Alinafe Banda' }])
    expect((await test.post('/sign-out', {}, session)).statusCode).toBe(303)
  })
})
