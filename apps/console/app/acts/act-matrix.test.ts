import { type Act, acts, policyOf } from '@nyanja/domain/staff/acts'
import { type Permission, permissions, type Role, roles } from '@nyanja/domain/staff/roles'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'
import { someFinance } from '../../server/testing/test-finance.ts'
import { offeredActs } from './offered-acts.ts'

let test: TestConsole
beforeEach(async () => {
  test = await createTestConsole()
})
afterEach(() => test.close())

const { payment: _, ...offeredElsewhere } = offeredActs
type PageName = keyof typeof offeredElsewhere

/** The page, and what its acts are about. */
const openPage: Readonly<Record<PageName, () => Promise<{ readonly path: string; readonly subject: string }>>> = {
  async message() {
    const subject = await test.written()
    return { path: `/messages/${subject}`, subject }
  },
  async lead() {
    const subject = await test.refusedLead()
    return { path: `/leads/${subject}`, subject }
  },
  async complaint() {
    const subject = await test.complained()
    return { path: `/coverage/${subject}`, subject }
  },
  operations: async () => ({ path: '/operations', subject: 'nyanja_money' }),
  audit: async () => ({ path: '/audit', subject: '1' }),
  async difference() {
    const { caseId } = await someFinance(test)
    return { path: `/finance/cases/${caseId}`, subject: caseId }
  },
  async settlement() {
    const { importPath, importId } = await someFinance(test)
    return { path: importPath, subject: `import ${importId}` }
  },
  async day() {
    const subject = test.console.today()
    return { path: `/finance/days/${subject}`, subject }
  },
}

const isGiven = (role: Role, permission: Permission) => permissions[permission].some((one) => one === role)
/** A lead's approvers may agree too, but not on a page that only finance sees. */
const seenWith: Partial<Readonly<Record<PageName, Permission>>> = { settlement: 'view-finance' }
const holds = (role: Role, act: Act, page: PageName) =>
  isGiven(role, policyOf(act).permission) && isGiven(role, seenWith[page] ?? policyOf(act).permission)
const everyAct = (Object.keys(offeredElsewhere) as PageName[]).flatMap((page) =>
  offeredActs[page].flatMap((act) => roles.map((role) => ({ page, act, role }))),
)

it.each(everyAct)('$act on the page $page is done for $role with the permission only', async ({ page, act, role }) => {
  const { path, subject } = await openPage[page]()
  const about = act === 'show_incident' ? 'incident' : subject
  const fields = {
    act,
    subject: about,
    reason: policyOf(act).reasons[0] ?? '',
    en: 'Late',
    from: 'open',
    seen: String(test.clock.now),
  }
  // The answer is the page that whoever may see the subject is allowed to read.
  const acted = async () => (await test.console.log.list({})).filter(({ action }) => !action.endsWith(' look')).length
  const before = await acted()
  const { statusCode, body } = await test.post(path, fields, await test.signIn(role))
  if (holds(role, act, page)) return expect([200, 303, 409]).toContain(statusCode)
  expect(statusCode).toBe(403)
  expect(body).not.toMatch(/999 ?000|chisomo@|mada@/)
  expect(await acted()).toBe(before)
})

it('every act that the policy names has a page with its form', () => {
  const offered = new Set<Act>(Object.values(offeredActs).flat())
  expect(acts.filter((act) => !offered.has(act))).toEqual([])
})
