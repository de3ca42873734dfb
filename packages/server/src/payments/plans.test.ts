import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { NewOrder } from './orders.ts'
import { type PlanPayment, Plans } from './plans.ts'

const ordered = { code: 'HBB-150', description: 'Home 150GB', amount: money('MWK', 6_500_000) }
const fee = money('MWK', 2_000_000)
const request = { leadReference: 'HB-7K4P-29XD' }
const whose = { channel: 'web', language: 'en', msisdn: '999000001', redirectPage: '/hbb-lead-status' }

interface Reported {
  readonly fee?: typeof fee
  readonly standing?: PlanPayment
  readonly isPayable?: boolean
}

function plansWith({ fee, standing = { state: 'open' }, isPayable = true }: Reported = {}) {
  const opened: NewOrder[] = []
  const plans = new Plans({
    store: { standing: async () => standing, getUndeliverableMoney: async () => [] },
    orders: {
      open: async (order) => {
        opened.push(order)
        return { ...order, id: 'O1', createdAt: 0, expiresAt: 1 }
      },
    },
    payable: async () => (isPayable ? ordered : undefined),
    feeOf: () => fee,
  })
  return { plans, opened }
}

describe('the payment for home internet', () => {
  it('includes the ordered price and the connection fee', async () => {
    expect(await plansWith({ fee }).plans.choice(request)).toEqual({
      kind: 'plan',
      amount: money('MWK', 8_500_000),
      plan: { ...request, code: 'HBB-150', description: 'Home 150GB', fee },
    })
  })

  it('equals the price where the connection is free', async () => {
    const choice = await plansWith().plans.choice(request)
    expect(choice).toMatchObject({ amount: ordered.amount })
    expect(choice?.plan).not.toHaveProperty('fee')
  })

  it('is for the number that was proved', async () => {
    const { plans, opened } = plansWith({ fee, standing: { state: 'being_paid' } })
    expect(await plans.open(request, whose)).toMatchObject({ outcome: 'order', order: { id: 'O1' } })
    expect(opened).toMatchObject([{ ...whose, lineType: 'PREPAID', choice: { kind: 'plan', plan: request } }])
  })

  it('is refused once the lead is paid', async () => {
    const { plans, opened } = plansWith({ standing: { state: 'paid', attemptId: 'A1' } })
    expect(await plans.open(request, whose)).toEqual({ outcome: 'paid', attemptId: 'A1' })
    expect(opened).toEqual([])
  })

  it('is refused for an undeliverable lead, even while a payer is prompted', async () => {
    for (const state of ['open', 'being_paid'] as const) {
      const { plans, opened } = plansWith({ standing: { state }, isPayable: false })
      expect(await plans.open(request, whose)).toEqual({ outcome: 'not_payable' })
      expect(await plans.standing(request.leadReference)).toEqual({ state: 'not_payable' })
      expect(opened).toEqual([])
    }
  })

  it('stays recorded, regardless of changes to the lead', async () => {
    const standing = { state: 'paid', attemptId: 'A1' } as const
    expect(await plansWith({ standing, isPayable: false }).plans.standing(request.leadReference)).toEqual(standing)
  })
})
