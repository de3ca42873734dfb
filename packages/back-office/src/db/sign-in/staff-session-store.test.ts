import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createStaffSessionStore } from './staff-session-store.ts'

const staff = { id: 'alinafe', name: 'Alinafe Banda', roles: ['care_agent', 'finance'] } as const
const session = { staff, openedAt: 1_763_600_000_000, seenAt: 1_763_600_000_000 }

describeOnEachEngine('the sessions of staff', (openDatabase) => {
  async function open() {
    const { db } = await openDatabase()
    return { db, store: createStaffSessionStore(db) }
  }

  it('are found as they were opened, until they are closed', async () => {
    const { store } = await open()
    await store.insert('digest-1', session)
    await store.insert('digest-2', { ...session, staff: { ...staff, id: 'thoko' } })
    expect(await store.find('digest-1')).toEqual(session)
    await store.see('digest-1', session.seenAt + 60_000)
    expect(await store.find('digest-1')).toEqual({ ...session, seenAt: session.seenAt + 60_000 })
    await store.delete('digest-1')
    expect(await store.find('digest-1')).toBeUndefined()
    expect(await store.find('digest-2')).toMatchObject({ staff: { id: 'thoko' } })
  })

  it('of one person are listed, the latest first, and ended except for one', async () => {
    const { store } = await open()
    await store.insert('first', session)
    await store.insert('second', { ...session, seenAt: session.seenAt + 1 })
    await store.insert('foreign', { ...session, staff: { ...staff, id: 'thoko' } })
    expect((await store.list('alinafe')).map(({ digest }) => digest)).toEqual(['second', 'first'])
    expect(await store.deleteOthers('alinafe', 'second')).toBe(1)
    expect((await store.list('alinafe')).map(({ digest }) => digest)).toEqual(['second'])
    expect(await store.find('foreign')).toMatchObject({ staff: { id: 'thoko' } })
  })

  it('end by their age and by their last use', async () => {
    const { store } = await open()
    const at = session.openedAt
    await store.insert('too old', { ...session, openedAt: at - 10 })
    await store.insert('unused', { ...session, seenAt: at - 5 })
    await store.insert('in use', session)
    await store.deleteOld(at - 9, at - 4)
    expect(await Promise.all(['too old', 'unused', 'in use'].map((digest) => store.find(digest)))).toEqual([
      undefined,
      undefined,
      session,
    ])
  })

  it('have no role that this release does not know', async () => {
    const { db, store } = await open()
    await store.insert('digest-1', session)
    await db.updateTable('staff_sessions').set({ roles_json: '["superuser","finance"]' }).execute()
    expect((await store.find('digest-1'))?.staff.roles).toEqual(['finance'])
  })

  it('cannot have the same digest twice', async () => {
    const { store } = await open()
    await store.insert('digest-1', session)
    await expect(store.insert('digest-1', session)).rejects.toThrow(/unique/i)
  })
})
