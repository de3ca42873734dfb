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

  it('never answers a request for an order with a public page', async () => {
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

  it('keeps a page for each choice of content, ignoring other query parameters', async () => {
    const { ask, rendered } = open()
    await ask('/prepaid-recharge?filter=data')
    await ask('/prepaid-recharge?filter=data&utm_source=sms')
    await ask('/prepaid-recharge?filter=social')
    assert.equal(rendered.length, 2)
  })

  it.each([
    ['a typed search', '/table?q=0991234567'],
    ['a typed place', '/storeLocator?place=Lilongwe'],
    ['a spelling of its own', '/GetHelp'],
    ['letters written as numbers', '/%67ethelp'],
    ['a question that no page reads', '/?q=1'],
    ['a choice that another page reads', '/about?filter=data'],
    ['a choice made twice', '/table?kind=data&kind=sms'],
    ['what is no choice', '/table?kind=a%20b'],
    ['suggestions', '/gethelp/suggestions?q=si'],
    ['places', '/map/places?q=li'],
  ])('keeps no page of an address with %s', async (_, url) => {
    const { ask, rendered } = open()
    await ask(url)
    await ask(url)
    assert.equal(rendered.length, 2)
  })

  it.each(['/sw', '/sw/gethelp', '/gethelp/sim/sim-lost', '/gethelp/a/lost-sim', '/storeLocator/S001-nyanja-shop'])(
    'keeps %s',
    async (url) => {
      const { ask, rendered } = open()
      await ask(url)
      await ask(url)
      assert.equal(rendered.length, 1)
    },
  )

  it('keeps no answer that is not found', async () => {
    const { ask, rendered } = open()
    const missing = () => new Response('', { status: 404, headers: { 'cache-control': 'public, max-age=60' } })
    await ask('/storeLocator/S999', missing)
    await ask('/storeLocator/S999', missing)
    assert.equal(rendered.length, 2)
  })

  it('drops a page that is no longer requested, even while others are', async () => {
    const { ask, rendered } = open()
    await ask('/')
    for (let at = 0; at < 1000; at += 1) {
      await ask(`/storeLocator/S${at}`)
      await ask('/')
    }
    assert.deepEqual(
      rendered.filter((url) => url === '/'),
      ['/'],
    )
    await ask('/storeLocator/S0')
    assert.equal(rendered.filter((url) => url === '/storeLocator/S0').length, 2)
  })

  it('keeps nothing that is not marked public', async () => {
    const { ask, rendered } = open()
    const own = () => new Response('mine', { headers: { 'cache-control': 'no-store' } })
    await ask('/payment/status', own)
    await ask('/payment/status', own)
    assert.equal(rendered.length, 2)
  })
})
