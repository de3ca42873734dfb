import type { IdentityProvider } from '@nyanja/back-office/sign-in/identity-provider'
import { sessionLimits } from '@nyanja/back-office/sign-in/staff-sessions'
import { PortalError } from '@nyanja/domain/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'

const away = () => Promise.reject(new PortalError('provider_unreachable', 'away'))

const provider: { -readonly [Name in keyof IdentityProvider]: IdentityProvider[Name] } = {
  signInUrl: async ({ state }) => `https://id.example/auth?state=${state}`,
  identify: async () => ({ id: 'u1', name: 'Alinafe', claims: { roles: ['care_agent'] } }),
  signOutUrl: async () => 'https://id.example/end',
}

let test: TestConsole
let identityProvider: typeof provider
beforeEach(async () => {
  identityProvider = { ...provider }
  test = await createTestConsole({ identityProvider })
})
afterEach(() => test.close())

const cookiesOf = (headers: { 'set-cookie'?: string | string[] | undefined }) => [headers['set-cookie'] ?? []].flat()
const named = (cookies: readonly string[], name: string) => cookies.find((one) => one.startsWith(`${name}=`)) ?? ''
const pair = (cookie: string) => cookie.replace(/;.*/, '')

async function begin(to = '/') {
  const { headers, statusCode } = await test.get(`/sign-in?${new URLSearchParams({ to })}`)
  return { statusCode, location: headers.location, cookie: pair(named(cookiesOf(headers), '__Host-sign-in')) }
}

async function signInAs(before = '', to = '/') {
  const { cookie } = await begin(to)
  const answer = await test.get('/sign-in/callback?code=1&state=2', `${cookie}; ${before}`)
  return { answer, session: named(cookiesOf(answer.headers), '__Host-staff') }
}

describe('signing in', () => {
  it('leads back to the page that was asked for, never to another site', async () => {
    expect((await signInAs('', '/payments/NYA-1?x=1')).answer.headers.location).toBe('/payments/NYA-1?x=1')
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a b'])
      expect((await signInAs('', to)).answer.headers.location).toBe('/')
  })

  it('gives a cookie that no script and no other host can read, and a new one each time', async () => {
    const { session } = await signInAs()
    for (const word of ['__Host-staff=', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(session).toContain(word)
    const second = await signInAs(pair(session))
    expect(second.session).not.toBe(session)
    expect((await test.get('/', pair(second.session))).statusCode).toBe(200)
    expect((await test.get('/', pair(session))).statusCode).toBe(302)
  })

  it('keeps no id that a browser brings, and stores only digests', async () => {
    const foreign = await test.signIn('care_lead')
    const { session } = await signInAs(foreign)
    expect(pair(session)).not.toBe(foreign)
    expect((await test.get('/', foreign)).statusCode).toBe(302)
    const rows = await test.database.db.selectFrom('staff_sessions').select('digest').execute()
    const id = JSON.parse(Buffer.from(decodeURIComponent(pair(session).split('=')[1] ?? ''), 'base64').toString())
    expect(rows.map(({ digest }) => digest)).not.toContain(id)
  })

  it('is refused without the cookie of the browser that began it', async () => {
    const { statusCode, body, headers } = await test.get('/sign-in/callback?code=1&state=2')
    expect(statusCode).toBe(400)
    expect(body).toContain('You are not signed in')
    expect(named(cookiesOf(headers), '__Host-staff')).toBe('')
  })

  it('tells a person without a role whom to ask', async () => {
    identityProvider.identify = async () => ({ id: 'u9', name: 'Mphatso', claims: { roles: ['cleaner'] } })
    const { answer, session } = await signInAs()
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('Mphatso')
    expect(session).toBe('')
  })

  it('is not possible while the identity provider is away; open sessions continue', async () => {
    const { session } = await signInAs()
    identityProvider.signInUrl = away
    identityProvider.identify = away
    const { statusCode } = await begin()
    expect(statusCode).toBe(503)
    expect((await test.get('/sign-in')).body).toContain('Sign-in is not available now')
    expect((await test.get('/', pair(session))).statusCode).toBe(200)
    expect(test.lines.join()).toContain('away')
  })
})

describe('signing out', () => {
  it('drops what the browser has kept of the console', async () => {
    const { session } = await signInAs()
    const { headers } = await test.post('/sign-out', {}, pair(session))
    expect(headers['clear-site-data']).toBe('"cache", "storage"')
  })
})

describe('the log', () => {
  it('names who signed in and out, and each sign-in that was refused', async () => {
    const { session } = await signInAs()
    await test.post('/sign-out', {}, pair(session))
    await test.get('/sign-in/callback?code=1&state=2')
    identityProvider.identify = async () => ({ id: 'u9', name: 'Mphatso', claims: {} })
    await signInAs()
    const written = test.lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^sign/.test(msg))
    expect(written).toMatchObject([
      { level: 'info', msg: 'signed in', staff: 'u1', roles: ['care_agent'] },
      { level: 'info', msg: 'signed out', staff: 'u1' },
      { level: 'warn', msg: 'sign-in refused', outcome: 'unfinished' },
      { level: 'warn', msg: 'sign-in refused', outcome: 'no_role' },
    ])
    for (const line of test.lines) expect(line).not.toContain(JSON.stringify(pair(session)).slice(1, -1))
  })
})

describe('a session', () => {
  it('ends after a pause, and after a working day in any case', async () => {
    const session = await test.signIn('finance')
    test.clock.now += sessionLimits.idleMs - 1
    expect((await test.get('/', session)).statusCode).toBe(200)
    test.clock.now += sessionLimits.idleMs
    expect((await test.get('/', session)).statusCode).toBe(302)

    const long = await test.signIn('finance')
    for (let spent = 0; spent + 60_000 < sessionLimits.longestMs; spent += sessionLimits.idleMs / 2) {
      expect((await test.get('/', long)).statusCode).toBe(200)
      test.clock.now += sessionLimits.idleMs / 2
    }
    expect((await test.get('/', long)).statusCode).toBe(302)
  })

  it('is listed for the person, who ends those of other browsers and no one else’s', async () => {
    const [here, there, foreign] = [
      await test.signIn(test.staffOf('finance', 'Thoko')),
      await test.signIn(test.staffOf('finance', 'Thoko')),
      await test.signIn(test.staffOf('finance', 'Dalitso')),
    ]
    const { body } = await test.get('/sessions', here)
    for (const text of ['This browser', 'Another browser', 'Sign out everywhere else']) expect(body).toContain(text)
    expect((await test.post('/sessions', {}, here)).headers.location).toBe('/sessions?ended=1')
    expect((await test.get('/', there)).statusCode).toBe(302)
    for (const cookie of [here, foreign]) expect((await test.get('/', cookie)).statusCode).toBe(200)
    expect((await test.get('/sessions?ended=1', here)).body).toMatch(/Signed out elsewhere: 1.*signed in nowhere else/s)
    expect(await test.console.log.list({ subject: 'sessions' })).toMatchObject([
      { action: 'sessions end', who: 'Thoko' },
    ])
  })

  it('ends at sign-out, here and at the identity provider', async () => {
    const session = await test.signIn('finance')
    const { statusCode, headers } = await test.post('/sign-out', {}, session)
    expect([statusCode, headers.location]).toEqual([303, '/signed-out'])
    expect((await test.get('/', session)).statusCode).toBe(302)
    expect((await test.get('/signed-out')).headers.refresh).toBe('0;url=https://id.example/end')
    identityProvider.signOutUrl = away
    expect((await test.get('/signed-out')).statusCode).toBe(200)
  })
})
