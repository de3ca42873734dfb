import { minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createPayLinkStore } from './pay-link-store.ts'
import { capturedResult, openPayments } from './test-payments.ts'

describeOnEachEngine('the statements of a payment', (openDatabase) => {
  it('name their columns, so that a connection plans each of them once', async () => {
    const database = await openDatabase()
    const texts = new Set<string>()
    const db = database.db.withPlugin({
      transformQuery({ node, queryId }) {
        texts.add(database.db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const { gateways, stores, placedOrder, startAttempt, work, clock } = openPayments({ ...database, db })
    gateways.wallet.verify = async (attempt) => capturedResult(attempt)
    const order = await placedOrder()
    await stores.orders.order(order.id)
    const { id } = await startAttempt(order, { method: 'nyanja_money' })
    await createPayLinkStore(db).linkOf(order.id)
    clock.now += minute
    await work()
    await stores.reader.payment(id)

    // A claim that finds rows reads them by one further statement.
    const claimed = /^\s*select \* from "\w+" where "(?:attempt_)?id" in/
    const unnamed = [...texts].filter((text) => /(?:select|returning)\s*\*/i.test(text) && !claimed.test(text))
    expect(texts.size).toBeGreaterThan(10)
    expect(unnamed).toEqual([])
  })
})
