import { money } from '@nyanja/domain/money/money'
import type { Order } from '@nyanja/server/payments/orders'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testLines } from '../../server/testing/test-app.ts'
import { amountStep, creditValue } from './amount-step.ts'

const account = '1000000050'
const left = (minor: number) => money('MWK', minor)

let owed: number
let test: TestApp
let order: Order
beforeEach(async () => {
  owed = 580_000
  test = await createTestApp({
    billSource: {
      accountOfLine: async () => ({ account, outstanding: left(owed) }),
      fixedLineAccount: async () => undefined,
      openInvoices: async () => [],
    },
  })
  order = await test.portal.orders.open({
    channel: 'web',
    language: 'en',
    msisdn: testLines.postpaid,
    lineType: 'POSTPAID',
    redirectPage: '/postpaid-bill-pay',
  })
})
afterEach(() => test.close())

const step = (typed: string, credit = '', isOwner = true) => amountStep(test.portal, order, { typed, credit, isOwner })
const choice = (minor: number, bill: object = {}) => ({
  outcome: 'choice',
  choice: { kind: 'bill', amount: left(minor), bill: { account, invoices: [], ...bill } },
})

describe('the amount of a bill that its owner sees', () => {
  it('is charged up to the amount due', async () => {
    expect(await step('5,800')).toEqual(choice(580_000))
    expect(await step('100.50')).toEqual(choice(10_050))
  })

  it('is charged beyond it with the box that names exactly that credit', async () => {
    const beyond = await step('6000')
    expect(beyond).toEqual({ outcome: 'exceeds_bill', seen: { left: left(580_000), credit: left(20_000) } })
    const box = beyond.outcome === 'exceeds_bill' ? creditValue(beyond) : ''
    expect(await step('6000', box)).toEqual(choice(600_000, { credit: left(20_000) }))
    expect(await step('6001', box)).toMatchObject({ outcome: 'exceeds_bill' })
    owed = 570_000
    expect(await step('6000', box)).toMatchObject({ outcome: 'exceeds_bill' })
  })

  it('is charged on a paid bill only with the box beside it', async () => {
    owed = 0
    expect(await step('5800')).toMatchObject({ outcome: 'exceeds_bill', seen: { left: left(0) } })
    expect(await step('5800', 'all')).toEqual(choice(580_000, { credit: left(580_000) }))
  })

  it('is not charged beyond it with the box of a visitor who was not shown the bill', async () => {
    expect(await step('6000', 'any')).toMatchObject({ outcome: 'exceeds_bill' })
  })
})

describe('the amount of a bill that the visitor is not shown', () => {
  it('is charged up to the amount due, and beyond it with a box that reveals nothing', async () => {
    expect(await step('5800', '', false)).toEqual(choice(580_000))
    expect(await step('6000', '', false)).toEqual({ outcome: 'exceeds_bill' })
    expect(await step('6000', 'any', false)).toEqual(choice(600_000, { credit: 'any' }))
  })

  it.each(['20000', 'all', '1e9'])('accepts no box of the owner: %j', async (box) => {
    expect(await step('6000', box, false)).toEqual({ outcome: 'exceeds_bill' })
  })
})
