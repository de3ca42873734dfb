// @ts-nocheck
import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { PageCache } from './page-cache.ts'

const publicPage = () => new Response('words', { headers: { 'cache-control': 'public, max-age=60' } })

describe('the page cache', () => {
  function open() {
    const clock = { now: 0 }
    const rendered: string[] = []
    const cache = new PageCache(
      () => 'v1',
      () => clock.now,
    )
    const ask = (url: string, page = publicPage) =>
      cache.answer(url, async () => {
        rendered.push(url)
        return page()
      })
    return { ask, rendered, clock }
  }

  it('renders a public page once a minute', async () => {
    const { ask, rendered, clock } = open()
    await ask('/')
    await ask('/')
    assert.equal(rendered.length, 1)
    clock.now = 60_000
    await ask('/')
    assert.equal(rendered.length, 2)
  })

  it("never answers for somebody's order with everybody's page", async () => {
    const { ask, rendered } = open()
    await ask('/prepaid-recharge')
    await ask('/prepaid-recharge?order=A')
    await ask('/prepaid-recharge?order=B&filter=data')
    assert.deepEqual(rendered, [
      '/prepaid-recharge',
      '/prepaid-recharge?order=A',
      '/prepaid-recharge?order=B&filter=data',
    ])
  })

  it('keeps a page for each choice of words, whatever else a link carries', async () => {
    const { ask, rendered } = open()
    await ask('/prepaid-recharge?filter=data')
    await ask('/prepaid-recharge?filter=data&utm_source=sms')
    await ask('/prepaid-recharge?filter=social')
    assert.equal(rendered.length, 2)
  })

  it('keeps nothing that does not say it is public', async () => {
    const { ask, rendered } = open()
    const own = () => new Response('mine', { headers: { 'cache-control': 'no-store' } })
    await ask('/payment/status', own)
    await ask('/payment/status', own)
    assert.equal(rendered.length, 2)
  })
})
