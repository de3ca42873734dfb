import { describe, expect, it } from 'vitest'
import { createCached, replacingOnce } from './cached.ts'

function open() {
  let now = 0
  let fetched = 0
  const cached = createCached(
    async () => {
      fetched += 1
      return { value: `T${fetched}`, goodUntil: now + 1000 }
    },
    () => now,
  )
  return { cached, fetched: () => fetched, pass: (ms: number) => (now += ms) }
}

describe('a cached value', () => {
  it('is fetched once for concurrent callers', async () => {
    const { cached, fetched } = open()
    expect(await Promise.all([cached.get(), cached.get()])).toEqual(['T1', 'T1'])
    expect(await cached.get()).toBe('T1')
    expect(fetched()).toBe(1)
  })

  it('is replaced when it has expired', async () => {
    const { cached, pass } = open()
    await cached.get()
    pass(999)
    expect(await cached.get()).toBe('T1')
    pass(1)
    expect(await cached.get()).toBe('T2')
  })

  it('is replaced once, however many callers it failed', async () => {
    const { cached, fetched } = open()
    const old = await cached.get()
    cached.forget(old)
    expect(await cached.get()).toBe('T2')
    cached.forget(old)
    expect(await cached.get()).toBe('T2')
    expect(fetched()).toBe(2)
  })

  it('is fetched again after a failed fetch', async () => {
    let isDown = true
    const cached = createCached(
      async () => {
        if (isDown) throw new Error('down')
        return { value: 'T1', goodUntil: 1000 }
      },
      () => 0,
    )
    await expect(cached.get()).rejects.toThrow('down')
    isDown = false
    expect(await cached.get()).toBe('T1')
  })
})

describe('a call that needs a cached value', () => {
  const call = async (accepted: readonly string[]) => {
    const { cached } = open()
    const sent: string[] = []
    const answer = await replacingOnce(
      cached,
      async (value) => {
        sent.push(value)
        return accepted.includes(value)
      },
      (isAccepted) => !isAccepted,
    )
    return { answer, sent }
  }

  it('is made once when it is accepted', async () => {
    expect(await call(['T1'])).toEqual({ answer: true, sent: ['T1'] })
  })

  it('is repeated with a new value when it is refused', async () => {
    expect(await call(['T2'])).toEqual({ answer: true, sent: ['T1', 'T2'] })
  })

  it('is not made a third time', async () => {
    expect(await call([])).toEqual({ answer: false, sent: ['T1', 'T2'] })
  })
})
