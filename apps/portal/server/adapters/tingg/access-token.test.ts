import { expect, it } from 'vitest'
import { createAccessToken } from './access-token.ts'

function open() {
  let now = 0
  let fetched = 0
  const token = createAccessToken(
    async () => {
      fetched += 1
      return { token: `T${fetched}`, lifeMs: 1000 }
    },
    () => now,
  )
  return { token, fetched: () => fetched, pass: (ms: number) => (now += ms) }
}

it('is fetched once for many callers at a time', async () => {
  const { token, fetched } = open()
  expect(await Promise.all([token.get(), token.get()])).toEqual(['T1', 'T1'])
  expect(await token.get()).toBe('T1')
  expect(fetched()).toBe(1)
})

it('is replaced when four fifths of its life are over', async () => {
  const { token, pass } = open()
  await token.get()
  pass(799)
  expect(await token.get()).toBe('T1')
  pass(1)
  expect(await token.get()).toBe('T2')
})

it('is replaced once, however many callers it failed', async () => {
  const { token, fetched } = open()
  const old = await token.get()
  token.forget(old)
  expect(await token.get()).toBe('T2')
  token.forget(old)
  expect(await token.get()).toBe('T2')
  expect(fetched()).toBe(2)
})

it('is tried for again after a failed fetch', async () => {
  let isDown = true
  const token = createAccessToken(
    async () => {
      if (isDown) throw new Error('down')
      return { token: 'T1', lifeMs: 1000 }
    },
    () => 0,
  )
  await expect(token.get()).rejects.toThrow('down')
  isDown = false
  expect(await token.get()).toBe('T1')
})
