import assert from 'node:assert/strict'
import type { Bill, Invoice } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { describe, it } from 'vitest'
import { testOrder } from '../testing/test-orders.ts'
import { EligibilityCheck, type EligibilityOptions } from './eligibility.ts'
import type { PlacedOrder } from './orders.ts'
import type { PayLink, PayLinkStanding } from './pay-links.ts'
import type { PlanStanding } from './plans.ts'

const invoice: Invoice = {
  billId: 'cb-1',
  invoiceNo: 'INV-1',
  startsAt: 0,
  endsAt: 1,
  dueAt: 2,
  outstanding: money('MWK', 5_000),
}
const order: PlacedOrder = {
  ...testOrder,
  msisdn: '999000001',
  lineType: 'POSTPAID',
  choice: { kind: 'invoice', amount: money('MWK', 5_000), bill: { account: 'P1234567890', invoices: [invoice] } },
}
const link: PayLink = { ...order, token: 'T1', orderId: order.id, lineType: 'POSTPAID' }

interface Reported {
  readonly standing?: PayLinkStanding
  readonly open?: () => Promise<readonly Invoice[] | undefined>
  readonly plan?: PlanStanding
  readonly bill?: EligibilityOptions['billOf']
  readonly isPaid?: boolean
}

const lineBill =
  (left: number, account = '1000000050') =>
  async () => ({ account, left: money('MWK', left) })

const eligibility = (reported: Reported, requested = order) =>
  dueWith({ open: async () => [invoice], plan: { state: 'open' }, ...reported }, requested)

const dueWith = (
  { standing, open, plan, bill = lineBill(0), isPaid = false }: Reported & Required<Pick<Reported, 'open' | 'plan'>>,
  requested: PlacedOrder,
) =>
  new EligibilityCheck({
    plans: { standing: async () => plan },
    payLinks: {
      of: async () => (standing === undefined ? undefined : link),
      standing: async () => standing ?? { state: 'open' },
    },
    openInvoices: open,
    billOf: bill,
    isPaidSince: async () => isPaid,
    roundUp: false,
  }).of(requested)

describe('an unpaid order', () => {
  it('is due while its invoices are open as chosen', async () => {
    assert.equal(await eligibility({}), 'due')
    assert.equal(await eligibility({ standing: { state: 'being_paid' } }), 'due')
  })

  it('is not due after a payment by its link', async () => {
    assert.equal(await eligibility({ standing: { state: 'paid', attemptId: 'A1' } }), 'paid_by_link')
  })

  it('is not due after an invoice was paid in whole or in part, or its account was closed', async () => {
    assert.equal(await eligibility({ open: async () => [] }), 'bill_changed')
    assert.equal(
      await eligibility({ open: async () => [{ ...invoice, outstanding: money('MWK', 2_000) }] }),
      'bill_changed',
    )
    assert.equal(await eligibility({ open: async () => undefined }), 'bill_changed')
  })

  it('is not due when another order has paid its home internet order', async () => {
    const plan = { code: 'HBB-150', description: 'Home 150GB', leadReference: 'HB-7K4P-29XD' }
    const ofPlan: PlacedOrder = { ...order, choice: { kind: 'plan', amount: money('MWK', 5_000), plan } }
    assert.equal(await eligibility({}, ofPlan), 'due')
    assert.equal(await eligibility({ plan: { state: 'being_paid' } }, ofPlan), 'due')
    assert.equal(await eligibility({ plan: { state: 'paid', attemptId: 'A1' } }, ofPlan), 'plan_paid')
  })

  it('is not due when its home internet order is over', async () => {
    const plan = { code: 'HBB-150', description: 'Home 150GB', leadReference: 'HB-7K4P-29XD' }
    const ofPlan: PlacedOrder = { ...order, choice: { kind: 'plan', amount: money('MWK', 5_000), plan } }
    assert.equal(await eligibility({ plan: { state: 'not_payable' } }, ofPlan), 'plan_ended')
  })

  it('may be paid while billing is silent', async () => {
    assert.equal(await eligibility({ open: () => Promise.reject(new Error('silent')) }), 'due')
  })

  describe('an unpaid order for the bill of a line', () => {
    const ofBill = (bill: Partial<Bill> = {}): PlacedOrder => ({
      ...order,
      choice: { kind: 'bill', amount: money('MWK', 5_000), bill: { account: '1000000050', invoices: [], ...bill } },
    })

    it('is due while the unpaid rest covers it', async () => {
      assert.equal(await eligibility({ bill: lineBill(5_000) }, ofBill()), 'due')
      assert.equal(await eligibility({ bill: lineBill(9_000) }, ofBill()), 'due')
      assert.equal(await eligibility({ bill: lineBill(4_999) }, ofBill()), 'bill_changed')
      assert.equal(await eligibility({ bill: lineBill(-5_000) }, ofBill()), 'bill_changed')
      assert.equal(await eligibility({ bill: lineBill(5_000, '1000000051') }, ofBill()), 'bill_changed')
      assert.equal(await eligibility({ bill: async () => undefined }, ofBill()), 'bill_changed')
    })

    it('is due beyond the bill up to the agreed credit', async () => {
      const agreed = ofBill({ credit: money('MWK', 1_000) })
      assert.equal(await eligibility({ bill: lineBill(4_000) }, agreed), 'due')
      assert.equal(await eligibility({ bill: lineBill(3_999) }, agreed), 'bill_changed')
      assert.equal(await eligibility({ bill: lineBill(-9_000) }, ofBill({ credit: 'any' })), 'due')
    })

    it('is due while billing is silent, unless the portal has captured a payment for it in the meantime', async () => {
      const bill = () => Promise.reject(new Error('silent'))
      assert.equal(await eligibility({ bill }, ofBill()), 'due')
      assert.equal(await eligibility({ bill, isPaid: true }, ofBill()), 'bill_changed')
    })
  })
})
