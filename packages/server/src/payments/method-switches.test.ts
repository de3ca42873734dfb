import assert from 'node:assert/strict'
import { it } from 'vitest'
import { createMethodSwitchStore } from '../db/payments/method-stores.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { MethodSwitches } from './methods.ts'

const by = { who: 'thoko', reason: 'the acquirer is down' }

describeOnEachEngine('the switch of a method', (openDatabase) => {
  async function open() {
    const { db } = await openDatabase()
    const clock = { now: Date.UTC(2026, 10, 20, 10) }
    const store = createMethodSwitchStore(db)
    const portal = () => new MethodSwitches({ store, now: () => clock.now })
    return { db, clock, store, operator: portal(), portal: portal() }
  }

  it('is on until staff switch it off', async () => {
    const { operator, portal } = await open()
    assert.ok(await portal.isOpen('card'))
    await operator.disable('nyanja_money', by)
    assert.ok(await portal.isOpen('card'))
  })

  it('is off in every process within two seconds, and immediately where it was switched', async () => {
    const { clock, operator, portal } = await open()
    assert.ok(await portal.isOpen('card'))
    assert.ok(await operator.isOpen('card'))
    await operator.disable('card', by)
    assert.ok(!(await operator.isOpen('card')))
    clock.now += 2000
    assert.ok(!(await portal.isOpen('card')))
    await operator.enable('card', { ...by, reason: 'up again' })
    clock.now += 2000
    assert.ok(await portal.isOpen('card'))
  })

  it('is read once in two seconds for all visitors', async () => {
    const { clock, store } = await open()
    let questions = 0
    const switches = () => {
      questions += 1
      return store.switches()
    }
    const portal = new MethodSwitches({ store: { ...store, switches }, now: () => clock.now })
    await Promise.all(['card', 'nyanja_money', 'card'].map((method) => portal.isOpen(method)))
    clock.now += 1999
    await portal.isOpen('card')
    assert.equal(questions, 1)
  })

  it('is read again after a failed read', async () => {
    const { clock, store } = await open()
    let isDown = true
    const switches = () => (isDown ? Promise.reject(new Error('no database')) : store.switches())
    const portal = new MethodSwitches({ store: { ...store, switches }, now: () => clock.now })
    await assert.rejects(portal.isOpen('card'), /no database/)
    isDown = false
    assert.ok(await portal.isOpen('card'))
  })

  it('records each change with who made it and the reason', async () => {
    const { db, clock, operator } = await open()
    await operator.disable('card', by)
    await operator.enable('card', { who: 'limbani', reason: 'up again' })
    assert.deepEqual(await operator.all(), [
      { method: 'card', isOpen: true, who: 'limbani', reason: 'up again', at: clock.now },
    ])
    const actions = await db.selectFrom('operator_actions').selectAll().orderBy('id').execute()
    assert.deepEqual(
      actions.map(({ who, action, subject, why }) => `${who}: ${action} ${subject}, ${why}`),
      ['thoko: method off card, the acquirer is down', 'limbani: method on card, up again'],
    )
  })
})
