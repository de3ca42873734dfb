import { hour, minute, second } from '@nyanja/domain/time'
import { noteCall, withCalls } from '@nyanja/server/common/system-calls'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import { expect, it } from 'vitest'
import { createOperationStores } from '../db/operations/stores.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const verified = { system: 'wallet', operation: 'enquiry', outcome: 'answered', status: 200, code: 'TS' } as const
const posted = { system: 'bss', operation: 'POST topupBalance', outcome: 'answered', status: 201 } as const

describeOnEachEngine('the calls in the history of a payment', (openDatabase) => {
  async function open() {
    const harness = openPayments(await openDatabase())
    const { gateways, deliveryProvider } = harness
    const now = () => harness.clock.now
    const stores = createOperationStores({ db: harness.db, engine: 'sqlite' }, now)
    const attempt = await harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    gateways.wallet.verify = async () => {
      noteCall(verified)
      return { state: 'pending' }
    }
    deliveryProvider.prepare = async () => {
      noteCall({ ...posted, operation: 'GET product' })
      return async () => {
        noteCall(posted)
        return { outcome: 'delivered', bssReference: 'B-1' }
      }
    }
    const after = (ms: number) => withCalls(() => harness.after(ms))
    const history = async () => (await stores.reviews.history(attempt.reference))?.attempts[0]
    return { ...harness, attempt, after, history }
  }

  it('show staff the last call without a decision, with its time', async () => {
    const { after, history, clock } = await open()
    await after(5 * second)
    expect(await history()).toMatchObject({ lastCalls: [{ component: 'money', call: verified, at: clock.now }] })
  })

  it('are recorded with each event that an answer caused, and not with events that precede a call', async () => {
    const { after, history, gateways } = await open()
    gateways.wallet.verify = async (asked) => {
      noteCall(verified)
      return capturedResult(asked)
    }
    await after(5 * second)
    await after(0)
    const calls = (await history())?.events.map(({ component, to, call }) => [component, to, call?.operation])
    expect(calls).toEqual([
      ['money', 'created', undefined],
      ['money', 'handing_over', undefined],
      ['money', 'waiting', undefined],
      ['money', 'captured', 'enquiry'],
      ['delivery', 'due', undefined],
      ['delivery', 'sending', undefined],
      ['delivery', 'delivered', 'POST topupBalance'],
    ])
  })

  it('are recorded for a delivery that the BSS does not decide', async () => {
    const { after, history, gateways, deliveryProvider } = await open()
    gateways.wallet.verify = async (asked) => capturedResult(asked)
    deliveryProvider.prepare = async () => () => Promise.reject(new Error('silent'))
    deliveryProvider.findByReference = async () => {
      noteCall({ ...posted, operation: 'GET topupBalance', outcome: 'unreachable' })
      throw new Error('silent')
    }
    await after(5 * second)
    await after(minute)
    await after(hour)
    expect((await history())?.lastCalls).toMatchObject([
      { component: 'delivery', call: { operation: 'GET topupBalance', outcome: 'unreachable' } },
    ])
  })
})
