import { minute } from '@nyanja/domain/time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../server/testing/test-console.ts'

let test: TestConsole
let cookie: string
beforeEach(async () => {
  test = await createTestConsole()
  cookie = await test.signIn('care_lead')
})
afterEach(() => test.close())

const opened = {
  payment: async () => {
    const subject = await test.paid()
    return { path: `/payments/${subject}`, subject, action: 'payments look', under: 'Find' }
  },
  message: async () => {
    const subject = await test.written()
    return { path: `/messages/${subject}`, subject, action: 'messages look', under: 'Queues' }
  },
  lead: async () => {
    const subject = await test.refusedLead()
    return { path: `/leads/${subject}`, subject, action: 'leads look', under: 'Queues' }
  },
} as const
const names = Object.keys(opened) as (keyof typeof opened)[]

it.each(names)('opening a %s is recorded once in a while, with the person', async (name) => {
  const { path, subject, action } = await opened[name]()
  await test.get(path, cookie)
  await test.get(path, cookie)
  const views = async () => (await test.console.log.list({ subject })).filter((one) => one.action === action)
  expect(await views()).toMatchObject([{ who: 'A care_lead', role: 'care_lead', why: '' }])
  test.clock.now += 11 * minute
  await test.get(path, cookie)
  expect(await views()).toHaveLength(2)
})

it.each(names)('the page of a %s is marked in the navigation where it belongs', async (name) => {
  const { path, under } = await opened[name]()
  const { body } = await test.get(path, cookie)
  const marked = [...body.matchAll(/aria-current="\w+"[^>]*>(?:<svg.*?<\/svg>)?([^<]+)/g)].map(([, text]) => text)
  expect(marked).toEqual([under])
})
