import { expect, it } from 'vitest'
import { createMissStore } from '../db/subscriber/miss-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { MissBudget } from './miss-budget.ts'

describeOnEachEngine('what a client may miss', (open) => {
  async function setUp() {
    const { db } = await open()
    const clock = { now: Date.UTC(2026, 10, 20, 12) }
    const process = () => new MissBudget({ store: createMissStore(db), now: () => clock.now })
    return { clock, process }
  }

  async function miss(budget: MissBudget, times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => budget.spend('whatsapp')))
  }

  it('is used up by all processes together, and stays so when they start again', async () => {
    const { process } = await setUp()
    await Promise.all([miss(process(), 300), miss(process(), 299)])
    expect(await process().isSpent('whatsapp')).toBe(false)
    await miss(process(), 1)
    expect(await process().isSpent('whatsapp')).toBe(true)
    expect(await process().isSpent('kiosk')).toBe(false)
  })

  it('comes back one by one, and is never more than whole', async () => {
    const { clock, process } = await setUp()
    await miss(process(), 600)
    clock.now += 6_000
    expect(await process().isSpent('whatsapp')).toBe(false)
    await miss(process(), 1)
    expect(await process().isSpent('whatsapp')).toBe(true)
    clock.now += 24 * 3_600_000
    await miss(process(), 599)
    expect(await process().isSpent('whatsapp')).toBe(false)
    await miss(process(), 1)
    expect(await process().isSpent('whatsapp')).toBe(true)
  })
})
