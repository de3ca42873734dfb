import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createCallSlotStore } from './place-store.ts'

const everyMs = 1000
const usual = { at: 50_000, everyMs, latest: 52_500 }

describeOnEachEngine('call slots of a service with a rate limit', (open) => {
  it('are assigned in sequence across processes', async () => {
    const { db } = await open()
    const [one, other] = [createCallSlotStore(db), createCallSlotStore(db)]
    const slots = await Promise.all([one, other, one].map((store) => store.book('maps', usual)))
    expect(slots.toSorted()).toEqual([50_000, 51_000, 52_000])
    expect(await other.book('other maps', usual)).toBe(50_000)
  })

  it('are refused to a caller that would wait too long, without a cost for others', async () => {
    const { db } = await open()
    const slots = createCallSlotStore(db)
    for (const at of [50_000, 51_000, 52_000]) expect(await slots.book('maps', usual)).toBe(at)
    expect(await slots.book('maps', usual)).toBeUndefined()
    expect(await slots.book('maps', { ...usual, at: 51_000, latest: 53_500 })).toBe(53_000)
  })

  it('are available immediately after a pause', async () => {
    const { db } = await open()
    const slots = createCallSlotStore(db)
    await slots.book('maps', usual)
    expect(await slots.book('maps', { at: 90_000, everyMs, latest: 91_500 })).toBe(90_000)
  })
})
