import { weeklyBundle } from '@nyanja/domain/bundles/test-bundles'
import { money } from '@nyanja/domain/money/money'
import { Bundles } from '@nyanja/server/subscriber/bundles'
import { describe, expect, it } from 'vitest'
import { openNumberStep } from '../../server/testing/test-number-step.ts'
import { choiceStep, numberStep } from './recharge-action.ts'

const url = new URL('http://localhost/sw/prepaid-recharge')

function portalWith(options = {}) {
  const { portal, opened, answer, now } = openNumberStep(options)
  const source = { bundles: () => answer([weeklyBundle]) }
  return { portal: { ...portal, bundles: new Bundles({ source, areSold: true, hidePostpaid: true, now }) }, opened }
}

describe('the number step', () => {
  it('opens an order for a prepaid line, in the language of the page', async () => {
    const { portal, opened } = portalWith()
    expect((await numberStep(portal, url, { typed: '+265 99 123 4567' })).outcome).toBe('order')
    expect(opened).toMatchObject([{ msisdn: '991234567', language: 'sw', redirectPage: '/prepaid-recharge' }])
  })

  it('keeps the order while the number stays the same', async () => {
    const { portal, opened } = portalWith()
    const first = await numberStep(portal, url, { typed: '991234567' })
    const known = first.outcome === 'order' ? first.order : undefined
    expect(await numberStep(portal, url, { typed: '099 123 4567', known })).toEqual({ outcome: 'order', order: known })
    expect(opened).toHaveLength(1)
  })

  it.each([
    ['991234568', 'postpaid'],
    ['991234569', 'hybrid'],
    ['991234570', 'broadband'],
  ])('offers another page for the line %s', async (typed, offer) => {
    const { portal, opened } = portalWith()
    expect(await numberStep(portal, url, { typed })).toEqual({ outcome: 'offer', offer, msisdn: typed })
    expect(opened).toEqual([])
  })

  it.each([
    ['', 'empty', ''],
    ['99 12', 'too_short', '9912'],
    ['881234567', 'unknown_line', '881234567'],
  ])('reports what is wrong with "%s"', async (typed, problem, digits) => {
    expect(await numberStep(portalWith().portal, url, { typed })).toEqual({
      outcome: 'fault',
      fault: { problem, digits },
    })
  })

  it('does not report a number as wrong when the BSS is silent', async () => {
    const { portal } = portalWith({ isSilent: true })
    expect(await numberStep(portal, url, { typed: '991234567' })).toMatchObject({
      fault: { problem: 'bss_unavailable' },
    })
  })
})

describe('the choice', () => {
  const choose = (amount: string, bundle = '', options = {}) =>
    choiceStep(portalWith(options).portal, { msisdn: '', amount, bundle }, { lineType: 'PREPAID' })

  it('uses the price of a bundle in the catalogue', async () => {
    expect(await choose('', 'W')).toMatchObject({ choice: { kind: 'bundle', amount: weeklyBundle.price } })
  })

  it('reads an amount as people write it', async () => {
    expect(await choose('MK 1,500')).toMatchObject({ choice: { kind: 'airtime', amount: money('MWK', 150_000) } })
  })

  it.each([
    ['', '', 'empty'],
    ['49', '', 'below_minimum'],
    ['100001', '', 'above_maximum'],
    ['abc', '', 'not_a_number'],
    ['500', 'W', 'both'],
    ['', 'X', 'product_gone'],
  ])('refuses amount "%s" with bundle "%s"', async (amount, bundle, problem) => {
    expect(await choose(amount, bundle)).toEqual({ outcome: 'problem', problem })
  })

  it('reports that the catalogue is silent', async () => {
    expect(await choose('', 'W', { isSilent: true })).toEqual({ outcome: 'problem', problem: 'bss_unavailable' })
  })
})
