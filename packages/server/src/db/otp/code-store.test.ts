import { hour } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { newId } from '../../common/ids.ts'
import type { OneTimeCode } from '../../otp/one-time-code.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { createCodeStore } from './code-store.ts'
import { place, request } from './test-codes.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const judge = () => ({ outcome: 'send' }) as const

function codeAt(at: number): OneTimeCode {
  const { purpose, msisdn, subject, channel, language } = request
  return {
    ...{ purpose, msisdn, subject, channel, language, payer: msisdn },
    id: newId(),
    digest: newId(),
    sends: 1,
    tries: 0,
    createdAt: at,
    sentAt: at,
    expiresAt: at + 300_000,
    isVerified: false,
  }
}

const message = () => ({ id: newId(), sealed: 'sealed' })

describeOnEachEngine('the store of one-time codes', (open) => {
  it('stores a code together with its message, or neither', async () => {
    const { db } = await open()
    const store = createCodeStore(db, () => noon)
    const taken = message()
    await store.begin({ code: codeAt(noon), message: taken, judge, hasWaited: false })

    const code = codeAt(noon)
    await expect(store.begin({ code, message: taken, judge, hasWaited: false })).rejects.toThrow(/unique/i)
    expect(await store.code(code.id, place)).toBeUndefined()
    const budgets = await db.selectFrom('rate_counters').select('spent').execute()
    expect(budgets.map(({ spent }) => spent)).toEqual([1, 1, 1, 1])
  })

  it('does not verify a code that was replaced during the comparison', async () => {
    const { db } = await open()
    const store = createCodeStore(db, () => noon)
    const code = codeAt(noon)
    await store.begin({ code, message: message(), judge, hasWaited: false })
    const looked = await store.spendTry(code.id, place, 5)
    if (looked === undefined) throw new Error('No try was left')
    await store.renew({ code: { ...code, sends: 2, digest: newId() }, message: message(), judge, hasWaited: false })
    expect(await store.confirm(looked, { digest: newId(), expiresAt: noon + hour })).toBe(false)
  })

  it('replaces a code once for each round, and not after its verification', async () => {
    const { db } = await open()
    const store = createCodeStore(db, () => noon)
    const code = codeAt(noon)
    await store.begin({ code, message: message(), judge, hasWaited: false })
    const second = { ...code, sends: 2 }
    expect(await store.renew({ code: second, message: message(), judge, hasWaited: false })).toEqual({
      outcome: 'send',
    })
    expect(await store.renew({ code: second, message: message(), judge, hasWaited: false })).toBeUndefined()
    await store.confirm(code, { digest: newId(), expiresAt: noon + hour })
    expect(
      await store.renew({ code: { ...code, sends: 3 }, message: message(), judge, hasWaited: false }),
    ).toBeUndefined()
    expect(await db.selectFrom('messages').select('id').execute()).toHaveLength(2)
  })

  it('counts in the current hour for a process with a slow clock', async () => {
    const { db } = await open()
    for (const at of [noon, noon - 1, noon])
      await createCodeStore(db, () => at).begin({ code: codeAt(at), message: message(), judge, hasWaited: false })
    const seen: number[] = []
    const look = { code: codeAt(noon), message: message() }
    await createCodeStore(db, () => noon).begin({
      ...look,
      hasWaited: false,
      judge: ({ counts }) => {
        seen.push(counts.all ?? 0)
        return { outcome: 'limit_reached', by: 'all' }
      },
    })
    expect(seen).toEqual([3])
  })
})
