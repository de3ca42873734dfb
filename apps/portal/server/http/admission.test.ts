import type { RequestClass } from '@nyanja/server/metrics/metrics'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bugContext } from '../../app/portal-context.ts'
import { createTestApp } from '../testing/test-app.ts'
import { Admission, classOf } from './admission.ts'
import { testHeaders } from './api/test-caller.ts'

/** An event loop whose iterations the test controls. */
function createCallSlots() {
  const works: (() => void)[] = []
  return {
    nextTask: (work: () => void) => void works.push(work),
    take(count: number): void {
      for (let task = 0; task < count; task++) works.shift()?.()
    },
  }
}

function setUp() {
  const tasks = createCallSlots()
  const clock = { ms: 0 }
  const admission = new Admission({ now: () => clock.ms, nextTask: tasks.nextTask })
  const [begun, refused]: [string[], string[]] = [[], []]
  const enter = (name: RequestClass, id: string = name) =>
    admission.enter(
      name,
      () => begun.push(id),
      () => refused.push(id),
    )
  return { tasks, clock, admission, begun, refused, enter }
}

describe('admission', () => {
  it('begins a request at once when no other request began in the same tick', () => {
    const { enter, begun, tasks } = setUp()
    enter('page', 'first')
    expect(begun).toEqual(['first'])
    tasks.take(1)
    enter('page', 'second')
    expect(begun).toEqual(['first', 'second'])
  })

  it('begins queued requests one by one: payments first, then journeys, then new pages', () => {
    const { enter, begun, tasks } = setUp()
    for (const name of ['page', 'page', 'journey', 'payment', 'payment'] as const) enter(name)
    tasks.take(4)
    expect(begun).toEqual(['page', 'payment', 'payment', 'journey', 'page'])
  })

  it('refuses new pages first, and status reads and payment steps last', () => {
    const { enter, begun, refused, tasks } = setUp()
    for (let count = 0; count < 500; count++) for (const name of ['page', 'journey', 'payment'] as const) enter(name)
    const count = (name: string) => refused.filter((each) => each === name).length
    expect([count('page'), count('journey'), count('payment')]).toEqual([399, 300, 100])
    expect(refused.indexOf('page')).toBeLessThan(refused.indexOf('journey'))
    expect(refused.indexOf('journey')).toBeLessThan(refused.indexOf('payment'))
    tasks.take(1_000)
    expect(begun).toHaveLength(701)
  })

  it('refuses a page that waited too long behind payments', () => {
    const { enter, refused, tasks, clock, begun } = setUp()
    enter('payment')
    enter('page', 'waiting')
    enter('payment')
    clock.ms = 5_001
    tasks.take(1)
    expect(refused).toEqual(['waiting'])
    expect(begun).toEqual(['payment', 'payment'])
  })

  it('begins no more pages while too many requests are in progress, and continues once they end', () => {
    const { enter, refused, tasks, admission, begun } = setUp()
    for (let count = 0; count < 500; count++) {
      enter('page')
      tasks.take(1)
    }
    enter('page', 'one more')
    enter('payment')
    expect(refused).toEqual(['one more'])
    expect(begun.at(-1)).toBe('payment')
    tasks.take(1)
    for (let count = 0; count < 2; count++) admission.leave()
    enter('page', 'later')
    expect(begun.at(-1)).toBe('later')
  })
})

describe('the classification of requests', () => {
  it.each([
    ['GET', '/payment/status/01J?order=1', 'payment'],
    ['GET', '/sw/payment/status/01J/state', 'payment'],
    ['POST', '/sw/payment/start/pin', 'payment'],
    ['GET', '/pay-me/abc', 'payment'],
    ['POST', '/orp/bfe/api/portal-service/transaction/v1/process', 'payment'],
    ['GET', '/orp/bfe/api/portal-service/transaction/v1/status?tid=1', 'payment'],
    ['POST', '/api/portal-service/transaction/v1/pg-callback/status/ORP/dpo', 'payment'],
    ['POST', '/orp/bfe/api/portal-service/transaction/v1/initiate', 'journey'],
    ['POST', '/prepaid-recharge', 'journey'],
    ['GET', '/prepaid-recharge?order=1', 'journey'],
    ['GET', '/prepaid-recharge', 'page'],
    ['GET', '/', 'page'],
    ['GET', '/paymental', 'page'],
    ['POST', '/csp-reports', 'page'],
    ['POST', '/script-errors', 'page'],
    ['GET', '/assets/a.js', 'always'],
    ['GET', '/healthz', 'always'],
  ])('puts %s %s into the class %s', (method, url, name) => {
    expect(classOf({ method, url })).toBe(name)
  })
})

describe('a busy portal', () => {
  it('refuses a request at once, in the visitor’s language and in the envelope of channels', async () => {
    const tasks = createCallSlots()
    const admission = new Admission({ nextTask: tasks.nextTask })
    const drawn: string[] = []
    const test = await createTestApp({
      admission,
      handlePage: async ({ url }, context) => {
        const { pathname, search } = new URL(url)
        drawn.push(pathname)
        context.get(bugContext)
        return new Response(pathname + search, { headers: { 'content-type': 'text/html' } })
      },
    })
    onTestFinished(() => test.close())
    const get = (url: string) => test.app.inject({ url, headers: { host: 'localhost:3000' } })
    await get('/about')
    const headers = { ...testHeaders }
    const initiate = () =>
      test.app.inject({ method: 'POST', url: '/orp/bfe/api/portal-service/transaction/v1/initiate', headers })
    // A request of a test is sent once its answer is asked for.
    const waiting = [...Array(100)].map(() => get('/about').then(({ statusCode }) => statusCode))
    const steps = [...Array(200)].map(() => initiate().then(({ statusCode }) => statusCode))

    const refused = await get('/sw/about')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.body).toBe('/sw/service-unavailable?why=busy&step=page&seconds=5')
    const channel = await initiate()
    expect([channel.statusCode, channel.headers['retry-after']]).toEqual([503, '5'])
    expect(channel.json()).toEqual({ statusCode: 503, status: 'failure', message: 'Please try again' })
    expect(drawn).toEqual(['/about', '/sw/service-unavailable'])
    tasks.take(400)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]))
    expect(await Promise.all(steps)).not.toContain(503)
  })
})
