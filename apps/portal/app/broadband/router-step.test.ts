import { describe, expect, it } from 'vitest'
import { openNumberStep as portalWith } from '../../server/testing/test-number-step.ts'
import { routerStep } from './router-step.ts'

const url = new URL('http://localhost/sw/data-bundle')
const router = '991234570'

describe('the number of a router', () => {
  it('begins an order with its page and its language', async () => {
    const { portal, opened } = portalWith()
    expect((await routerStep(portal, url, { typed: '0991234570', page: 'bundles' })).outcome).toBe('order')
    expect((await routerStep(portal, url, { typed: router, page: 'balance' })).outcome).toBe('order')
    expect(opened).toMatchObject([
      { msisdn: router, language: 'sw', redirectPage: '/data-bundle' },
      { msisdn: router, redirectPage: '/broadband-recharge' },
    ])
  })

  it('keeps its order while it stays the same', async () => {
    const { portal, opened } = portalWith()
    const first = await routerStep(portal, url, { typed: router, page: 'bundles' })
    const known = first.outcome === 'order' ? first.order : undefined
    const repeated = await routerStep(portal, url, { typed: '+265 99 123 4570', page: 'bundles', known })
    expect(repeated).toEqual({ outcome: 'order', order: known })
    expect(opened).toHaveLength(1)
  })

  it.each([
    ['991234567', 'prepaid'],
    ['991234568', 'bill'],
    ['991234569', 'bill'],
  ])('refuses the number of the phone %s, which gets an offer', async (typed, offer) => {
    const { portal, opened } = portalWith()
    expect(await routerStep(portal, url, { typed, page: 'bundles' })).toEqual({ outcome: 'offer', offer })
    expect(opened).toEqual([])
  })

  it.each(['991234567', '991234568'])('may be that of the phone %s on the page of what is left', async (typed) => {
    const { portal, opened } = portalWith()
    expect((await routerStep(portal, url, { typed, page: 'balance' })).outcome).toBe('order')
    expect(opened).toMatchObject([{ msisdn: typed, redirectPage: '/broadband-recharge' }])
  })

  it.each([
    ['', 'empty'],
    ['99 12', 'too_short'],
    ['881234567', 'unknown_line'],
  ])('is not "%s"', async (typed, problem) => {
    const step = await routerStep(portalWith().portal, url, { typed, page: 'bundles' })
    expect(step).toMatchObject({ outcome: 'fault', fault: { problem } })
  })

  it('is not reported as wrong when the BSS is silent', async () => {
    const { portal } = portalWith({ isSilent: true })
    expect(await routerStep(portal, url, { typed: router, page: 'bundles' })).toMatchObject({
      fault: { problem: 'bss_unavailable' },
    })
  })
})
