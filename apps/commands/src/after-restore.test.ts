import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import type { Found, ReadJournal } from '@nyanja/back-office/operations/after-restore'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { applied, openLeads } from '@nyanja/server/db/leads/test-leads'
import { capturedResult, openPayments } from '@nyanja/server/db/payments/test-payments'
import type { JournaledCall } from '@nyanja/server/recovery/recovery'
import { expect, it } from 'vitest'
import { operate } from './operate.ts'
import { openedStub } from './test-opened.ts'

const amount = money('MWK', 50_000)
const notThere: Found = { state: 'not_there', text: 'wallet: expired' }
const there: Found = { state: 'there', text: 'wallet: captured, MWK 500' }

describeOnEachEngine('a restored database', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const lines: JournaledCall[] = []
    const providers: Record<string, Found> = {}
    const sent: string[] = []
    harness.deliveryProvider.prepare =
      async ({ id }) =>
      async () => {
        sent.push(id)
        return { outcome: 'delivered', bssReference: `B-${id}` }
      }

    async function type(line: string) {
      let text = ''
      const print = (more: string) => {
        text += more
      }
      const lookups = {
        async findPayment(_: string, { id }: { readonly id: string }) {
          return providers[id]
        },
        findDelivery: async (_: string, { id }: { readonly id: string }) => providers[`bss ${id}`] ?? notThere,
      }
      const readJournal: ReadJournal = async (since) => ({
        lines: lines.filter(({ at }) => at >= since),
        ...{ files: 1, unreadable: 0 },
      })
      await operate(line.split(' '), {
        ...{ database, print, complain: print, now: () => harness.clock.now },
        ...{ who: 'thoko' },
        ...{ ...openedStub, openOutside: () => ({ lookups, readJournal }) },
      })
      return text
    }
    const since = () => new Date(harness.clock.now - minute).toISOString()
    const restore = () => type(`payments after-restore --since ${since()}`)
    const journaled = (reference: string, call: string, gateway = 'wallet') =>
      lines.push({ reference, gateway, call, amount, at: harness.clock.now })
    const paid = async () => harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    return { ...harness, database, harness, sent, providers, type, restore, journaled, paid }
  }

  it('looks up a due delivery, and sends nothing that the BSS has', async () => {
    const { gateways, deliveryProvider, paid, clock, due, statusChecks, restore, sent, after, history } = await open()
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    const { id } = await paid()
    clock.now += 10_000
    for (const attempt of await due.attempts('wallet', { limit: 9, leaseMs: 1 }))
      await statusChecks.checkPayment(attempt)
    expect(await restore()).toContain('looked up before anything is sent: 1 deliveries')
    deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    await after(1)
    expect(sent).toEqual([])
    expect(await history(id)).toEqual(expect.arrayContaining(['delivery sending', 'delivery delivered']))
  })

  it('looks up the delivery of a payment that was captured after the backup', async () => {
    const { gateways, deliveryProvider, paid, restore, sent, after, history } = await open()
    const attempt = await paid()
    await after(10_000)
    await restore()
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    await after(1_000)
    await after(1_000)
    expect(sent).toEqual([])
    expect((await history(attempt.id)).at(-1)).toBe('delivery delivered')
  })

  it('delivers a purchase that the BSS does not know, after the time for finding it', async () => {
    const { gateways, paid, restore, sent, after } = await open()
    const { id } = await paid()
    await restore()
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    await after(10_000)
    expect(sent).toEqual([])
    for (let seconds = 0; seconds < 80; seconds += 10) await after(10_000)
    expect(sent).toEqual([id])
  })

  it('looks up a due refund before it is requested', async () => {
    const { harness, gateways, deliveryProvider, paid, clock, due, restore, after, history } = await open()
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    deliveryProvider.prepare = async () => async () => ({ outcome: 'impossible', reason: 'no such line' })
    const { id } = await paid()
    clock.now += 10_000
    for (const attempt of await due.attempts('wallet', { limit: 9, leaseMs: 1 }))
      await harness.statusChecks.checkPayment(attempt)
    for (const delivery of await due.deliveries({ limit: 9, leaseMs: 1 })) await harness.deliveries.deliver(delivery)
    await restore()
    gateways.wallet.refund = () => Promise.reject(new Error('It is requested a second time'))
    gateways.wallet.verifyRefund = async () => 'refunded'
    await after(1)
    expect((await history(id)).at(-1)).toBe('refund refunded')
  })

  it('delivers nothing that was refunded after the backup', async () => {
    const { harness, gateways, paid, clock, due, restore, journaled, sent, after, history } = await open()
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    const { id } = await paid()
    clock.now += 10_000
    for (const attempt of await due.attempts('wallet', { limit: 9, leaseMs: 1 }))
      await harness.statusChecks.checkPayment(attempt)
    journaled(id, 'refund')
    gateways.wallet.refund = () => Promise.reject(new Error('It is requested a second time'))
    gateways.wallet.verifyRefund = async () => 'refunded'
    await restore()
    for (let seconds = 0; seconds < 80; seconds += 10) await after(10_000)
    expect(sent).toEqual([])
    expect((await history(id)).at(-1)).toBe('refund refunded')
  })

  it('lists a refund of an open payment, and delivers nothing if it is captured', async () => {
    const { gateways, paid, restore, journaled, sent, after, history, type } = await open()
    const { id } = await paid()
    journaled(id, 'refund')
    expect(await restore()).toContain('It lacks the refund of 1 payments that it has')
    expect(await type('payments list')).toMatch(new RegExp(`${id} .* refund +the journal has a refund of it`))
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    gateways.wallet.verifyRefund = async () => 'refunded'
    for (let seconds = 0; seconds < 80; seconds += 10) await after(10_000)
    expect(sent).toEqual([])
    expect((await history(id)).at(-1)).toBe('refund refunded')
    await restore()
    expect(await type('payments list')).not.toContain(id)
  })

  it('asks the provider about a payment that was only registered when it was saved', async () => {
    const { harness, gateways, payments, placedOrder, restore, after, history } = await open()
    const order = await placedOrder()
    const begun = await payments.initiate(order, { method: 'nyanja_money' })
    if (!('attempt' in begun)) throw new Error(begun.outcome)
    await restore()
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    await after(10_000)
    expect(await history(begun.attempt.id)).toContain('money captured')
    expect(harness.alerts).toEqual([])
  })

  it('looks up a home internet order before it is submitted again', async () => {
    const { database, clock, db, restore } = await open()
    const { leads, bss, after, stores, clock: leadClock } = openLeads(database)
    leadClock.now = clock.now
    const application = applied()
    await leads.submit(application)
    const asBackedUp = {
      submission: 'due',
      sends: 0,
      sent_at: null,
      bss_reference: null,
      next_check_at: clock.now,
    } as const
    await db.updateTable('leads').set(asBackedUp).execute()
    expect(await restore()).toContain('1 leads')
    await after(1)
    expect(bss.taken).toHaveLength(1)
    expect(await stores.submission.lead(application.id)).toMatchObject({
      submission: 'submitted',
      bssReference: 'SL-1',
    })
  })

  it('delivers immediately what began after the recovery', async () => {
    const { gateways, clock, paid, restore, sent, after } = await open()
    await restore()
    clock.now += 1
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    const { id } = await paid()
    await after(10_000)
    expect(sent).toEqual([id])
  })

  it('lists captures and deliveries that the database lacks, and nothing that never happened', async () => {
    const { providers, journaled, paid, restore, type } = await open()
    const known = await paid()
    for (const id of [known.id, 'CAPTURED', 'DECLINED', 'SILENT']) journaled(id, 'charge')
    journaled('CAPTURED', 'top_up', 'bss')
    Object.assign(providers, { CAPTURED: there, DECLINED: notThere, 'bss CAPTURED': { ...there, text: 'bss: B-7' } })
    const shown = await restore()
    expect(shown).toContain('The database lacks 3 of these payments; 2 of them are in the list')
    expect(shown).toContain('Could not be queried: wallet, about 1 payments')
    const list = await type('payments list')
    expect(list).toMatch(/CAPTURED .* MWK 500 .*charge top_up .*wallet: captured, MWK 500; bss: B-7/)
    expect(list).toMatch(/SILENT .*wallet could not be queried/)
    expect(list).not.toContain('DECLINED')
    expect(list).not.toContain(known.id)
  })

  it('lists airtime that was taken back, where the database only has its request', async () => {
    const { providers, journaled, paid, restore, type, db, clock } = await open()
    const { id } = await paid()
    const asked = { currency: 'MWK', amount_minor: 500, created_at: clock.now } as const
    await db
      .insertInto('takebacks')
      .values({ attempt_id: id, state: 'asked', ...asked })
      .execute()
    for (const name of [`${id}-takeback`, 'NEVER-takeback']) journaled(name, 'take_back', 'bss')
    providers[`bss ${id}-takeback`] = { ...there, text: 'bss: delivered, D-1' }
    expect(await restore()).toContain('The database lacks 2 of these payments; 1 of them are in the list')
    const list = await type('payments list')
    expect(list).toMatch(new RegExp(`${id}-takeback .*take_back .*bss: delivered, D-1`))
    expect(list).not.toContain('NEVER')
  })

  it('removes entries that a second look-up disproves, and keeps entries closed that staff closed', async () => {
    const { providers, journaled, restore, type } = await open()
    for (const id of ['PENDING', 'CAPTURED']) journaled(id, 'charge')
    Object.assign(providers, { CAPTURED: there })
    await restore()
    expect(await type('payments resolve CAPTURED closed given back by hand')).toContain('CAPTURED is resolved: closed')
    Object.assign(providers, { PENDING: notThere })
    expect(await restore()).toContain('exists already')
    expect(await type('payments list')).toBe('No payment is in review\n')
  })

  it('refuses a time without a time zone', async () => {
    const { type } = await open()
    expect(await type('payments after-restore --since 2026-11-20')).toContain('Give the time of the backup')
    expect(await type('payments after-restore')).toContain('Give the time of the backup')
  })
})
