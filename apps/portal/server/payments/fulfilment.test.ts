import assert from 'node:assert/strict'
import { it } from 'vitest'
import { capturedVerdict, openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('what was paid for', (openDatabase) => {
  async function paid() {
    const till = openTill(await openDatabase())
    const result = await till.payments.pay(await till.placedOrder(), { method: 'nyanja_money' })
    assert.ok('attempt' in result)
    till.gateways.wallet.verdictOn = async (attempt) => capturedVerdict(attempt)
    const sends = { count: 0 }
    return { till, id: result.attempt.id, sends }
  }

  it('is not sent again when the answer was lost but the BSS has it', async () => {
    const { till, id, sends } = await paid()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    till.deliverer.readBack = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    await till.after(5000)
    await till.after(120_000)
    assert.equal(sends.count, 1)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is sent again only when the BSS has had time and has never heard of it', async () => {
    const { till, id, sends } = await paid()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      if (sends.count === 1) throw new Error('the request is lost')
      return { outcome: 'delivered', bssReference: 'B-2' }
    }
    await till.after(5000)
    await till.after(30_000)
    assert.equal(sends.count, 1)
    await till.after(60_000)
    await till.after(1000)
    assert.equal(sends.count, 2)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is left to a person when the BSS loses it twice, and found there all the same', async () => {
    const { till, id, sends } = await paid()
    till.deliverer.prepare = async () => async () => {
      sends.count += 1
      throw new Error('the answer is lost')
    }
    await till.after(5000)
    for (let minutes = 0; minutes < 20; minutes += 1) await till.after(60_000)
    assert.equal(sends.count, 2)
    assert.ok(till.alerts.includes('lost_by_the_bss'))
    till.deliverer.readBack = async () => ({ outcome: 'delivered', bssReference: 'B-9' })
    await till.after(3_600_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is not even intended while the BSS does not say what sending it takes', async () => {
    const { till, id } = await paid()
    const { prepare } = till.deliverer
    till.deliverer.prepare = () => Promise.reject(new Error('silent'))
    await till.after(5000)
    await till.after(120_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'due')
    till.deliverer.prepare = prepare
    await till.after(10_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is waited for while the BSS is working on it', async () => {
    const { till, id } = await paid()
    till.deliverer.prepare = async () => async () => ({ outcome: 'pending', bssReference: 'B-3' })
    till.deliverer.readBack = async () => ({ outcome: 'pending', bssReference: 'B-3' })
    await till.after(5000)
    await till.after(120_000)
    till.deliverer.readBack = async () => ({ outcome: 'delivered', bssReference: 'B-3' })
    await till.after(20_000)
    assert.equal((await till.progress.payment(id)).delivery?.state, 'delivered')
  })

  it('is paid back when the BSS refuses it', async () => {
    const { till, id } = await paid()
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    await till.after(5000)
    const { delivery, refund } = await till.progress.payment(id)
    assert.equal(delivery?.state, 'impossible')
    assert.equal(refund?.state, 'refunded')
    const messages = await till.db.selectFrom('messages').select('kind').orderBy('kind').execute()
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['refundBegun', 'refunded'],
    )
  })

  it('is paid back once though the answer of the refund is lost', async () => {
    const { till, id } = await paid()
    let refunds = 0
    till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    till.gateways.wallet.refund = async () => {
      refunds += 1
      throw new Error('the answer is lost')
    }
    await till.after(5000)
    await till.after(60_000)
    till.gateways.wallet.refundVerdict = async () => 'refunded'
    await till.after(60_000)
    assert.equal(refunds, 1)
    assert.equal((await till.progress.payment(id)).refund?.state, 'refunded')
  })

  it.each(['unknown', 'pending', 'refused'] as const)(
    'comes to a person when the refund is %s for a day',
    async (result) => {
      const { till, id } = await paid()
      till.deliverer.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
      till.gateways.wallet.refund = async () => result
      till.gateways.wallet.refundVerdict = async () => result
      await till.after(5000)
      await till.after(25 * 3_600_000)
      assert.equal((await till.progress.payment(id)).refund?.state, 'review')
      assert.deepEqual(till.alerts, ['refund_needs_review'])
    },
  )
})
