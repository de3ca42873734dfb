import { challengeSettings } from '@nyanja/domain/rate-limits/challenge'
import { second } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { Challenges } from './challenges.ts'
import { CodeSecrets } from './code-secrets.ts'

const requested = { level: 3, values: { msisdn: '991234567' } }
const codes = { policy: 'code_message', waitPolicy: 'challenge_wait' } as const
const own = (level: number) => ({ ...codes, level, sharedLevel: 0, isAtPace: true })
const ofAll = (level: number) => ({ ...own(level), sharedLevel: level })

function open() {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const spent = new Set<string>()
  const waits = { left: 100 }
  const challenges = new Challenges({
    proofOfWork: {
      createWork: async () => ({ parameters: {}, signature: '' }),
      verify: async (solution) => {
        const [, level] = /^right \d (\d+)$/.exec(solution) ?? []
        return level === undefined ? undefined : { id: solution, level: Number(level) }
      },
    },
    secrets: new CodeSecrets('a secret of tests that is long enough'),
    store: {
      async spend(key) {
        if (spent.has(key)) return false
        spent.add(key)
        return true
      },
      release: async (key) => void spent.delete(key),
    },
    admitWait: async (_policy, { target }) => {
      if (target === undefined) return true
      waits.left -= 1
      return waits.left >= 0
    },
    now: () => clock.now,
  })
  return { clock, challenges, waits }
}

describe('a challenge', () => {
  it('accepts each solution once', async () => {
    const { challenges } = open()
    expect(await challenges.accept({}, 'order-1', own(3))).toBeUndefined()
    expect(await challenges.accept({ solution: 'wrong' }, 'order-1', own(3))).toBeUndefined()
    expect(await challenges.accept({ solution: 'right 1 3' }, 'order-1', own(3))).toBe('work')
    expect(await challenges.accept({ solution: 'right 1 3' }, 'order-1', own(3))).toBeUndefined()
    expect(await challenges.accept({ solution: 'right 2 3' }, 'order-1', own(3))).toBe('work')
  })

  it('accepts a solution that is one level below the current one, and none that was easier', async () => {
    const { challenges } = open()
    expect(await challenges.accept({ solution: 'right 1 2' }, 'order-1', own(4))).toBeUndefined()
    expect(await challenges.accept({ solution: 'right 1 2' }, 'order-1', own(3))).toBe('work')
    expect(await challenges.accept({ solution: 'right 2 5' }, 'order-1', own(3))).toBe('work')
  })

  it('accepts a wait once', async () => {
    const { challenges, clock } = open()
    const token = challenges.issueToken(requested, 'order-1')
    expect(challenges.readToken(token, 'order-1')).toMatchObject({ ...requested, waitSeconds: 20 })
    expect(await challenges.accept({ token }, 'order-1', own(3))).toBeUndefined()
    clock.now += 40 * second
    expect(challenges.readToken(token, 'order-1')?.waitSeconds).toBe(0)
    expect(await challenges.accept({ token }, 'order-1', own(3))).toBe('wait')
    expect(await challenges.accept({ token }, 'order-1', own(3))).toBeUndefined()
    expect(await challenges.accept({ token: `${token}=` }, 'order-1', own(3))).toBeUndefined()
  })

  it('accepts a wait once that continued under a harder challenge', async () => {
    const { challenges, clock } = open()
    const token = challenges.issueToken(requested, 'order-1')
    clock.now += 40 * second
    const harder = challenges.issueToken({ ...requested, level: 5 }, 'order-1', token)
    expect(challenges.readToken(harder, 'order-1')?.waitSeconds).toBe(20)
    clock.now += 40 * second
    expect(await challenges.accept({ token: harder }, 'order-1', own(5))).toBe('wait')
    for (const spent of [token, challenges.issueToken(requested, 'order-1', harder)])
      expect(await challenges.accept({ token: spent }, 'order-1', own(3))).toBeUndefined()
  })

  it("continues a visitor's earlier wait, and starts another once that is spent", async () => {
    const { challenges, clock } = open()
    const begun = await challenges.issue(1, 'accounts')
    expect(begun.waitSeconds).toBe(20)
    clock.now += 15 * second
    expect(await challenges.issue(1, 'accounts', begun.token)).toMatchObject({ token: begun.token, waitSeconds: 5 })
    clock.now += 5 * second
    expect(await challenges.accept(begun, 'accounts', own(1))).toBe('wait')
    const next = await challenges.issue(1, 'accounts', begun.token)
    expect(next.waitSeconds).toBe(20)
    expect(next.token).not.toBe(begun.token)
  })

  it('refuses a token of another subject, a forged one and an expired one', async () => {
    const { challenges, clock } = open()
    const token = challenges.issueToken(requested, 'order-1')
    clock.now += 40 * second
    for (const wrong of ['', 'abc', `${token.slice(0, -4)}AAAA`, 'A'.repeat(10_000)])
      expect(await challenges.accept({ token: wrong }, 'order-1', own(3))).toBeUndefined()
    expect(await challenges.accept({ token }, 'order-2', own(3))).toBeUndefined()
    clock.now += challengeSettings.tokenLifeMs
    expect(challenges.readToken(token, 'order-1')).toBeUndefined()
    expect(await challenges.accept({ token }, 'order-1', own(3))).toBeUndefined()
  })

  it('accepts a limited number of waits while all callers are challenged, keeps the token of the next, and accepts every solution', async () => {
    const { challenges, clock, waits } = open()
    const token = challenges.issueToken(requested, 'order-1')
    clock.now += 40 * second
    waits.left = 0
    expect(await challenges.accept({ token }, 'order-1', ofAll(3))).toBeUndefined()
    expect(await challenges.accept({ token, solution: 'right 1 3' }, 'order-1', ofAll(3))).toBe('work')
    waits.left = 1
    expect(await challenges.accept({ token }, 'order-1', ofAll(3))).toBe('wait')
  })

  it('accepts no wait from an address with further requests while all callers are challenged', async () => {
    const { challenges, clock } = open()
    const token = challenges.issueToken(requested, 'order-1')
    clock.now += 40 * second
    expect(await challenges.accept({ token }, 'order-1', { ...ofAll(3), isAtPace: false })).toBeUndefined()
    expect(await challenges.accept({ token }, 'order-1', ofAll(3))).toBe('wait')
  })

  it('contains nothing readable in the address', () => {
    const token = open().challenges.issueToken(requested, 'order-1')
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('991234567')
  })
})
