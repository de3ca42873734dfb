import { day, hour } from '@nyanja/domain/time'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createActionLogStore } from '../db/operations/action-log-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { ActionLog } from './action-log.ts'

const staff = { id: 'st-1', role: 'care_agent', reason: 'customer_asked' }
const view = { who: 'Thoko', action: 'payment view', subject: 'NYA-7K4P-29XD', why: 'called at noon', staff }

describeOnEachEngine('the log of actions', (openDatabase) => {
  async function open() {
    const { db } = await openDatabase()
    const clock = { now: Date.UTC(2026, 10, 20, 9) }
    return { db, clock, log: new ActionLog({ store: createActionLogStore(db), now: () => clock.now }) }
  }

  async function withThreeDays() {
    const opened = await open()
    for (const _ of [1, 2, 3]) {
      await opened.log.record(view)
      await opened.log.record({ ...view, action: 'numbers show' })
      opened.clock.now += day
    }
    return opened
  }

  it('seals each day once it is over, and the seals follow each other', async () => {
    const { log, clock } = await withThreeDays()
    clock.now -= 9 * hour
    expect(await log.sealDays()).toEqual(['2026-11-20', '2026-11-21'])
    clock.now += hour
    expect(await log.sealDays()).toEqual(['2026-11-22'])
    expect(await log.sealDays()).toEqual([])
    expect(await log.verify(0)).toEqual([])
  })

  it('refuses to change or delete what was recorded', async () => {
    const { db } = await withThreeDays()
    await expect(db.updateTable('operator_actions').set({ who: 'Nobody' }).execute()).rejects.toThrow(/append-only/)
    await expect(db.updateTable('operator_actions').set({ why: 'other' }).execute()).rejects.toThrow(/append-only/)
    await expect(db.deleteFrom('operator_actions').execute()).rejects.toThrow(/append-only/)
  })

  it('shows which day was changed in the database, and which day is missing', async () => {
    const { db, log } = await withThreeDays()
    await log.sealDays()
    // Sealed days may be deleted once they are past retention, which this one is not.
    await db
      .deleteFrom('operator_actions')
      .where('at', '<', Date.UTC(2026, 10, 21))
      .where('action', '=', 'numbers show')
      .execute()
    expect(await log.verify(0)).toEqual([{ day: '2026-11-20', fault: 'changed' }])
    expect(await log.verify(Date.UTC(2026, 10, 21))).toEqual([])
    await sql`delete from action_days where day = '2026-11-21'`.execute(db)
    expect(await log.verify(Date.UTC(2026, 10, 21))).toEqual([{ day: '2026-11-22', fault: 'broken_chain' }])
  })

  it('names the people who acted, and exports a period of one of them up to a limit', async () => {
    const { log, clock } = await withThreeDays()
    await log.record({ ...view, who: 'Alinafe', staff: { ...staff, id: 'st-2' } })
    expect(await log.people()).toEqual([
      { id: 'st-2', name: 'Alinafe' },
      { id: 'st-1', name: 'Thoko' },
    ])
    const period = { from: clock.now - 2 * day, until: clock.now + 1 }
    const exported = async (most: number) => {
      const ids: number[] = []
      for await (const { id } of log.export({ ...period, staffId: 'st-1' }, most)) ids.push(id)
      return ids
    }
    expect(await exported(10)).toEqual([3, 4, 5, 6])
    expect(await exported(3)).toEqual([3, 4, 5])
  })

  it('erases the note of an action and keeps its seal', async () => {
    const { log } = await withThreeDays()
    await log.sealDays()
    const [last] = await log.list({ subject: view.subject })
    expect(last?.why).toBe('called at noon')
    expect(await log.eraseNote(last?.id ?? 0)).toBe(true)
    expect(await log.eraseNote(last?.id ?? 0)).toBe(false)
    expect((await log.list({ staffId: 'st-1' }))[0]).toMatchObject({ why: '', reason: 'customer_asked' })
    expect(await log.verify(0)).toEqual([])
  })
})
