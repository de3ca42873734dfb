import assert from 'node:assert/strict'
import { it } from 'vitest'
import { openTill } from '../db/payments/test-payments.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const minute = 60_000

describeOnEachEngine('a look at the status', (openDatabase) => {
  it('has the provider asked at once when it was not due for minutes, and once for many looks', async () => {
    const till = openTill(await openDatabase())
    const { id } = await till.begunBy(await till.placedOrder(), { method: 'card' })
    for (let time = 0; time < 13; time += 1) await till.after(10_000)
    let asked = 0
    till.gateways.card.verdictOn = async () => {
      asked += 1
      return { state: 'pending' }
    }
    await till.after(minute)
    assert.equal(asked, 0)

    await till.progress.payment(id)
    await till.after(0)
    assert.equal(asked, 1)
    for (let look = 0; look < 5; look += 1) {
      await till.progress.payment(id)
      await till.after(100)
    }
    assert.equal(asked, 1)
  })
})
