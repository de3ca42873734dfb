import { hour, minute, second } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { PortalError } from '../common/errors.ts'
import { createSubscriptionStore } from '../db/leads/subscription-store.ts'
import type { OpenDatabase } from '../db/open.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type LeadSubscriptions, Listening } from './listening.ts'

const address = 'https://portal.example/notify/secret'
const leaseMs = 2 * minute

/** A BSS in memory that stores listeners. */
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
    asked: 0,
  }
  const speak = () => {
    state.asked += 1
    if (state.isSilent) throw new Error('The BSS is silent')
  }
  const registry: LeadSubscriptions = {
    async listen(at) {
      speak()
      if (state.refuses) return { outcome: 'refused', reason: 'no hub here' }
      const id = `listener-${state.asked}`
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

describeOnEachEngine('the portal that wants to be called', (openDatabase) => {
  async function open() {
    const database: OpenDatabase = await openDatabase()
    const clock = { now: 1_000_000 }
    const now = () => clock.now
    const bss = openSubscriptions()
    const refusals: string[] = []
    const unnamed: number[] = []

    /** One process, from its start. */
    function process(wanted: string | 'nowhere' = address, registry = bss.registry) {
      const store = createSubscriptionStore(database.db, now)
      const at = wanted === 'nowhere' ? undefined : wanted
      const reported = { refused: (why: string) => refusals.push(why), unnamed: () => unnamed.push(now()) }
      const listening = new Listening({ store, registry, address: at, now, ...reported })
      async function after(ms: number): Promise<void> {
        clock.now += ms
        for (const held of await listening.due(leaseMs)) await listening.see(held)
      }
      return { after }
    }
    const rows = () => database.db.selectFrom('webhook_subscriptions').selectAll().execute()
    return { ...bss, clock, refusals, unnamed, process, rows }
  }

  it('asks for it at its start, once', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    await after(0)
    expect(calls()).toEqual([address])
    for (let time = 0; time < 60; time += 1) await after(6 * second)
    expect([calls(), state.asked]).toEqual([[address], 1])
  })

  it('is not called twice after a restart, nor by two processes', async () => {
    const { process, calls, state } = await open()
    await process().after(0)
    await process().after(minute)
    expect([calls(), state.asked]).toEqual([[address], 1])
    const [one, other] = [process(), process()]
    await Promise.all([one.after(11 * minute), other.after(0)])
    expect([calls(), state.asked]).toEqual([[address], 3])
  })

  it('asks again every ten minutes, as a BSS that was started again may have forgotten', async () => {
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

  it('asks a BSS that is silent again, less and less often, until it answers', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    state.isSilent = true
    await after(0)
    for (let time = 0; time < 600; time += 1) await after(6 * second)
    expect(state.asked).toBeGreaterThan(5)
    expect(state.asked).toBeLessThan(15)
    state.isSilent = false
    await after(15 * minute)
    expect(calls()).toEqual([address])
  })

  it('says so when the BSS will not, and asks again later', async () => {
    const { process, calls, state, refusals } = await open()
    const { after } = process()
    state.refuses = true
    await after(0)
    expect([refusals, calls()]).toEqual([['no hub here'], []])
    state.refuses = false
    await after(15 * minute)
    expect(calls()).toEqual([address])
  })

  it('says so when the BSS lets nobody in or is not there, and not again for a quarter of an hour', async () => {
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
    expect(refusals.at(-1)).toBe('it could not be asked')
  })

  it('asks again when the answer was lost, and is called once more for it at most', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    state.losesAnswer = true
    await after(0)
    state.losesAnswer = false
    for (let time = 0; time < 600; time += 1) await after(6 * second)
    expect(calls()).toEqual([address, address])
  })

  it('asks a BSS that does not say under which id it keeps us once a day, and says so', async () => {
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

  it('leaves nobody behind when it dies before it asks again', async () => {
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

  it('leaves again when somebody was faster while it waited for the answer', async () => {
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

  it('is called at its new address at once, and at the old one no more', async () => {
    const { process, calls } = await open()
    await process().after(0)
    await process('https://new.example/notify/other').after(second)
    expect(calls()).toEqual(['https://new.example/notify/other'])
  })

  it('is called at its new address by a BSS that takes nobody away, and does not ask that for more and more', async () => {
    const { process, calls, state } = await open()
    const { after } = process()
    await after(0)
    state.takesAway = false
    for (let time = 0; time < 5; time += 1) await after(10 * minute)
    expect(calls()).toEqual([address])
    await process('https://new.example/notify/other').after(second)
    expect(calls()).toEqual([address, 'https://new.example/notify/other'])
  })

  it('asks again a BSS that has forgotten it and refuses to let it go', async () => {
    const { process, calls, subscriptions, state } = await open()
    const { after } = process()
    await after(0)
    state.refusesUnknown = true
    subscriptions.clear()
    await after(10 * minute)
    expect(calls()).toEqual([address])
  })

  it('is called once more a day, and no more often, by a BSS that refuses to let it go and calls on', async () => {
    const { process, registry, calls } = await open()
    const { after } = process(address, { ...registry, leave: async () => 'refused' })
    for (let time = 0; time < 3 * 24 * 12; time += 1) await after(5 * minute)
    expect(calls().length).toBeGreaterThan(2)
    expect(calls().length).toBeLessThanOrEqual(4)
  })

  it('is called at its new address although the BSS breaks whenever it is to forget the old one', async () => {
    const { process, calls, subscriptions, state } = await open()
    await process().after(0)
    state.isBrokenFor = [...subscriptions.keys()].join()
    const { after } = process('https://new.example/notify/other')
    for (let time = 0; time < 10; time += 1) await after(minute)
    expect(calls()).toEqual([address])
    for (let time = 0; time < 20; time += 1) await after(minute)
    expect(calls()).toEqual([address, 'https://new.example/notify/other'])
  })

  it('does not ask for ever to be called no more', async () => {
    const { process, subscriptions, rows, state } = await open()
    await process().after(0)
    state.isBrokenFor = [...subscriptions.keys()].join()
    const { after } = process('nowhere')
    for (let time = 0; time < 30; time += 1) await after(minute)
    expect(await rows()).toEqual([])
  })

  it('is called no more once the operator does not want it, and keeps nothing of it', async () => {
    const { process, calls, rows, state } = await open()
    await process().after(0)
    state.isSilent = true
    const { after } = process('nowhere')
    await after(second)
    expect(calls()).toEqual([address])
    state.isSilent = false
    await after(minute)
    expect([calls(), await rows()]).toEqual([[], []])
    const asked = state.asked
    await after(11 * minute)
    expect(state.asked).toBe(asked)
  })

  it('keeps no address by which others could call', async () => {
    const { process, rows } = await open()
    await process().after(0)
    expect(JSON.stringify(await rows())).not.toContain('secret')
  })
})
