import { PortalError } from '@nyanja/domain/errors'
import { hour, minute, second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createSubscriptionStore } from '../db/leads/subscription-store.ts'
import type { OpenDatabase } from '../db/schema.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type LeadSubscriptions, SubscriptionRenewal } from './lead-subscriptions.ts'

const address = 'https://portal.example/notify/secret'
const leaseMs = 2 * minute

/** Opens a BSS in memory that stores listeners. */
function openSubscriptions() {
  const subscriptions = new Map<string, string>()
  const state = {
    isSilent: false,
    takesAway: true,
    refusesUnknown: false,
    isBrokenFor: '',
    refuses: false,
    losesAnswer: false,
    namesUs: true,
    requested: 0,
  }
  const speak = () => {
    state.requested += 1
    if (state.isSilent) throw new Error('The BSS is silent')
  }
  const registry: LeadSubscriptions = {
    async listen(at) {
      speak()
      if (state.refuses) return { outcome: 'refused', reason: 'no hub here' }
      const id = `listener-${state.requested}`
      subscriptions.set(id, at)
      if (state.losesAnswer) throw new Error('The answer was lost')
      return state.namesUs ? { outcome: 'listening', id } : { outcome: 'unnamed' }
    },
    async leave(id) {
      speak()
      if (!state.takesAway) return 'kept'
      if (state.isBrokenFor === id) throw new Error('HTTP 500')
      if (state.refusesUnknown && !subscriptions.has(id)) return 'refused'
      subscriptions.delete(id)
      return 'left'
    },
  }
  return { registry, subscriptions, state, calls: () => [...subscriptions.values()] }
}

describeOnEachEngine('the webhook subscription of the portal', (openDatabase) => {
  async function open() {
    const database: OpenDatabase = await openDatabase()
    const clock = { now: 1_000_000 }
    const now = () => clock.now
    const bss = openSubscriptions()
    const refusals: string[] = []
    const unnamed: number[] = []

    /** Runs one process from its start. */
    function process(wanted: string | 'nowhere' = address, registry = bss.registry) {
      const store = createSubscriptionStore(database.db, now)
      const at = wanted === 'nowhere' ? undefined : wanted
      const reported = { refused: (why: string) => refusals.push(why), unnamed: () => unnamed.push(now()) }
      const renewal = new SubscriptionRenewal({ store, registry, address: at, now, ...reported })
      async function after(ms: number): Promise<void> {
        clock.now += ms
        for (const held of await renewal.due(leaseMs)) await renewal.see(held)
      }
      return { after }
    }
    const rows = () => database.db.selectFrom('webhook_subscriptions').selectAll().execute()
    return { ...bss, clock, refusals, unnamed, process, rows }
  }

  it('is registered once at its start', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    await after(0)
    expect(calls()).toEqual([address])
    for (let time = 0; time < 60; time += 1) await after(6 * second)
    expect([calls(), state.requested]).toEqual([[address], 1])
  })

  it('is not duplicated by a restart or a second process', async () => {
    const { process, calls, state } = await open()
    await process().after(0)
    await process().after(minute)
    expect([calls(), state.requested]).toEqual([[address], 1])
    const [one, other] = [process(), process()]
    await Promise.all([one.after(11 * minute), other.after(0)])
    expect([calls(), state.requested]).toEqual([[address], 3])
  })

  it('is renewed every ten minutes, because a restarted BSS may have lost it', async () => {
    const { process, calls, subscriptions } = await open()
    const { after } = process()
    await after(0)
    subscriptions.clear()
    await after(9 * minute)
    expect(calls()).toEqual([])
    await after(minute)
    expect(calls()).toEqual([address])
    await after(10 * minute)
    expect(calls()).toEqual([address])
  })

  it('is retried less and less often while the BSS is silent', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    state.isSilent = true
    await after(0)
    for (let time = 0; time < 600; time += 1) await after(6 * second)
    expect(state.requested).toBeGreaterThan(5)
    expect(state.requested).toBeLessThan(15)
    state.isSilent = false
    await after(15 * minute)
    expect(calls()).toEqual([address])
  })

  it('reports a refusal, and retries later', async () => {
    const { process, calls, state, refusals } = await open()
    const { after } = process()
    state.refuses = true
    await after(0)
    expect([refusals, calls()]).toEqual([['no hub here'], []])
    state.refuses = false
    await after(15 * minute)
    expect(calls()).toEqual([address])
  })

  it('reports an unauthorised or missing BSS at most every quarter of an hour', async () => {
    const { process, registry, refusals, state } = await open()
    const { after } = process(address, {
      ...registry,
      listen: () => Promise.reject(new PortalError('provider_broke_contract', 'bss hub: HTTP 401, code none')),
    })
    for (let time = 0; time < 140; time += 1) await after(6 * second)
    expect(refusals).toEqual(['bss hub: HTTP 401, code none'])
    for (let time = 0; time < 300; time += 1) await after(6 * second)
    expect(refusals).toHaveLength(3)
    state.isSilent = true
    await process().after(15 * minute)
    expect(refusals.at(-1)).toBe('it could not be queried')
  })

  it('is retried after a lost answer, with at most one duplicate', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    state.losesAnswer = true
    await after(0)
    state.losesAnswer = false
    for (let time = 0; time < 600; time += 1) await after(6 * second)
    expect(calls()).toEqual([address, address])
  })

  it('is renewed once a day, with a warning, at a BSS that returns no id', async () => {
    const { process, calls, state, unnamed, refusals } = await open()
    state.namesUs = false
    const { after } = process()
    for (let time = 0; time < 23 * 60; time += 1) await after(minute)
    expect([calls(), unnamed.length, refusals]).toEqual([[address], 1, []])
    await process().after(minute)
    expect(calls()).toEqual([address])
    await after(hour)
    expect([calls(), unnamed.length]).toEqual([[address, address], 2])
  })

  it('leaves no listener behind when the process dies before a renewal', async () => {
    const { process, calls, registry } = await open()
    await process().after(0)
    const dead = process(address, {
      ...registry,
      listen: () => Promise.reject(new Error('The process is gone')),
    })
    await dead.after(10 * minute)
    expect(calls()).toEqual([])
    await process().after(minute)
    expect(calls()).toEqual([address])
  })

  it('is removed again when another process was faster', async () => {
    const { process, calls, registry, clock } = await open()
    const { after } = process()
    const slow = process(address, {
      ...registry,
      async listen(at) {
        const result = await registry.listen(at)
        clock.now += leaseMs
        await after(0)
        return result
      },
    })
    await slow.after(0)
    expect(calls()).toEqual([address])
  })

  it('moves to a new address immediately', async () => {
    const { process, calls } = await open()
    await process().after(0)
    await process('https://new.example/notify/other').after(second)
    expect(calls()).toEqual(['https://new.example/notify/other'])
  })

  it('moves to a new address at a BSS that removes no listeners, without accumulating duplicates', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    await after(0)
    state.takesAway = false
    for (let time = 0; time < 5; time += 1) await after(10 * minute)
    expect(calls()).toEqual([address])
    await process('https://new.example/notify/other').after(second)
    expect(calls()).toEqual([address, 'https://new.example/notify/other'])
  })

  it('is registered again at a BSS that has lost it and refuses its removal', async () => {
    const { process, calls, subscriptions, state } = await open()
    const { after } = process()
    await after(0)
    state.refusesUnknown = true
    subscriptions.clear()
    await after(10 * minute)
    expect(calls()).toEqual([address])
  })

  it('has at most one more duplicate a day at a BSS that refuses the removal', async () => {
    const { process, registry, calls } = await open()
    const { after } = process(address, { ...registry, leave: async () => 'refused' })
    for (let time = 0; time < 3 * 24 * 12; time += 1) await after(5 * minute)
    expect(calls().length).toBeGreaterThan(2)
    expect(calls().length).toBeLessThanOrEqual(4)
  })

  it('moves to a new address although each removal fails', async () => {
    const { process, calls, subscriptions, state } = await open()
    await process().after(0)
    state.isBrokenFor = [...subscriptions.keys()].join()
    const { after } = process('https://new.example/notify/other')
    for (let time = 0; time < 10; time += 1) await after(minute)
    expect(calls()).toEqual([address])
    for (let time = 0; time < 20; time += 1) await after(minute)
    expect(calls()).toEqual([address, 'https://new.example/notify/other'])
  })

  it('ends its attempts at removal', async () => {
    const { process, subscriptions, rows, state } = await open()
    await process().after(0)
    state.isBrokenFor = [...subscriptions.keys()].join()
    const { after } = process('nowhere')
    for (let time = 0; time < 30; time += 1) await after(minute)
    expect(await rows()).toEqual([])
  })

  it('is removed once the operator disables it, and leaves no data', async () => {
    const { process, calls, rows, state } = await open()
    await process().after(0)
    state.isSilent = true
    const { after } = process('nowhere')
    await after(second)
    expect(calls()).toEqual([address])
    state.isSilent = false
    await after(minute)
    expect([calls(), await rows()]).toEqual([[], []])
    const requested = state.requested
    await after(11 * minute)
    expect(state.requested).toBe(requested)
  })

  it('stores no address that would let others send callbacks', async () => {
    const { process, rows } = await open()
    await process().after(0)
    expect(JSON.stringify(await rows())).not.toContain('secret')
  })
})
