import { createStaffSessionStore } from '@nyanja/back-office/db/sign-in/staff-session-store'
import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { StaffSessions } from '@nyanja/back-office/sign-in/staff-sessions'
import { minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { operate } from './operate.ts'
import { openedStub } from './test-opened.ts'

const alinafe = { id: 'u1', name: 'Alinafe', roles: ['care_agent'] } as const
const thoko = { id: 'u2', name: 'Thoko', roles: ['finance'] } as const

describeOnEachEngine('the sessions of staff', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const clock = { now: Date.UTC(2026, 10, 20, 10) }
    const now = () => clock.now
    const sessions = new StaffSessions({ store: createStaffSessionStore(database.db), now })
    async function type(line: string, who = 'dalitso') {
      const shown = { text: '' }
      const write = (text: string) => {
        shown.text += text
      }
      const service = { ...openedStub, who, now }
      const exitCode = await operate(line.split(' '), { database, ...service, print: write, complain: write })
      return { exitCode, ...shown }
    }
    return { database, clock, sessions, type }
  }

  it('are listed with their person and times, and without what opens them', async () => {
    const { sessions, type, clock } = await open()
    expect((await type('sessions list')).text).toBe('Nobody is signed in\n')
    const id = await sessions.open(alinafe)
    clock.now += 2 * minute
    await sessions.find(id)
    const { text } = await type('sessions')
    for (const word of ['u1', 'Alinafe', 'care_agent', '2026-11-20 10:00:00Z', '2026-11-20 10:02:00Z'])
      expect(text).toContain(word)
    expect(text).not.toContain(id)
  })

  it('of one person or of all end at once', async () => {
    const { sessions, type, database } = await open()
    const [first, second, other] = [
      await sessions.open(alinafe),
      await sessions.open(alinafe),
      await sessions.open(thoko),
    ]
    expect((await type('sessions end u1 left the company')).text).toBe('2 sessions ended\n')
    for (const id of [first, second]) expect(await sessions.find(id)).toBeUndefined()
    expect(await sessions.find(other)).toMatchObject(thoko)
    expect((await type('sessions end all a lost laptop')).text).toBe('1 session ended\n')
    expect(await sessions.find(other)).toBeUndefined()
    const actions = await database.db
      .selectFrom('operator_actions')
      .select(['who', 'action', 'subject', 'why'])
      .execute()
    expect(actions).toEqual([
      { who: 'dalitso', action: 'sessions end', subject: 'u1', why: 'left the company' },
      { who: 'dalitso', action: 'sessions end', subject: 'all', why: 'a lost laptop' },
    ])
  })

  it('end for a person, a reason and a named member of staff alone', async () => {
    const { sessions, type } = await open()
    const id = await sessions.open(alinafe)
    for (const line of ['sessions end', 'sessions end u1', 'sessions close u1 x', 'sessions list u1'])
      expect((await type(line)).exitCode, line).toBe(2)
    expect((await type('sessions end u1 left', '')).exitCode).toBe(2)
    expect((await type('sessions end u9 left')).exitCode).toBe(1)
    expect(await sessions.find(id)).toBeDefined()
  })
})
