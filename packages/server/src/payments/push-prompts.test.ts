import { expect, it } from 'vitest'
import { openPayments } from '../db/payments/test-payments.ts'
import { openLimits } from '../db/rate-limits/test-limits.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { PushPrompts } from './push-prompts.ts'

const clientIp = '203.0.113.7'

describeOnEachEngine('a prompt on the handset of a wallet', (open) => {
  async function setUp() {
    const database = await open()
    const limits = openLimits(database, () => Date.UTC(2026, 10, 20, 12))
    const approved = new Set<string>()
    const prompts = new PushPrompts({
      ofPages: limits('push_prompt'),
      ofChannels: limits('channel_prompt'),
      listApproved: async (ids) => ids.filter((id) => approved.has(id)),
    })
    const admit = async (id: string, from: object = { clientIp }) => (await prompts.admit({ id }, from)).outcome
    return { prompts, admit, approved }
  }

  it('demands a challenge once one address has sent prompts to many numbers', async () => {
    const { prompts, admit } = await setUp()
    const outcomes = await Promise.all(Array.from({ length: 120 }, (_, index) => admit(`stranger-${index}`)))
    expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(10)
    expect(outcomes).not.toContain('refused')
    const requested = await prompts.admit({ id: 'next' }, { clientIp })
    expect(requested).toMatchObject({ outcome: 'challenge', challenge: { proofOfWork: { level: 4 } } })
    expect(await admit('next', { clientIp, solution: 'worked' })).toBe('admitted')
    expect(await admit('next', { clientIp, token: 'waited' })).toBe('admitted')
    expect(await admit('elsewhere', { clientIp: '203.0.113.8' })).toBe('admitted')
  })

  it('demands no challenge of customers behind one address while most of them approve', async () => {
    const { admit, approved } = await setUp()
    for (let index = 0; index < 300; index += 1) {
      expect(await admit(`customer-${index}`)).toBe('admitted')
      if (index % 3 > 0) approved.add(`customer-${index}`)
    }
  })

  it('sends one prompt for an order whose button is pressed in many tabs at once', async () => {
    const { admit } = await setUp()
    const presses = await Promise.all(Array.from({ length: 50 }, () => admit('one order')))
    expect(new Set(presses)).toEqual(new Set(['admitted']))
    expect(await admit('another order')).toBe('admitted')
  })

  it('sends the prompt of the order once its challenge is solved', async () => {
    const challenge = { proofOfWork: {}, token: 'new', waitSeconds: 20 }
    const harness = openPayments(await open(), {
      rules: {
        prompts: {
          admit: async (_attempt, { solution }) =>
            solution === undefined ? { outcome: 'challenge', challenge } : { outcome: 'admitted' },
        },
      },
    })
    let calls = 0
    harness.gateways.wallet.start = async () => {
      calls += 1
      return { outcome: 'waiting' }
    }
    const order = await harness.placedOrder()
    const press = (shown: object) => harness.payments.pay(order, { method: 'nyanja_money' }, { clientIp, ...shown })
    expect(await press({})).toEqual({ outcome: 'challenge', challenge })
    expect(calls).toBe(0)
    expect(await press({ solution: 'worked' })).toMatchObject({ outcome: 'waiting' })
    expect(await press({})).toMatchObject({ outcome: 'already_processed' })
    expect(calls).toBe(1)
    expect(await harness.attemptsOf(order)).toHaveLength(1)
    expect((await harness.payments.pay(await harness.placedOrder(), { method: 'card' }, { clientIp })).outcome).toBe(
      'redirect',
    )
  })

  it('refuses prompts to the one end user of a channel who requests many', async () => {
    const { admit } = await setUp()
    const outcomes: string[] = []
    for (let index = 0; index < 13; index += 1) outcomes.push(await admit(`order-${index}`, { endUser: 'one' }))
    expect(outcomes.slice(-2)).toEqual(['admitted', 'refused'])
    expect(await admit('order-20', { endUser: 'another' })).toBe('admitted')
    for (let index = 0; index < 50; index += 1) expect(await admit(`unnamed-${index}`, {})).toBe('admitted')
  })
})
