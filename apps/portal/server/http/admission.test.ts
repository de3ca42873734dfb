import type { RequestClass } from '@nyanja/server/metrics/metrics'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bugContext } from '../../app/portal-context.ts'
import { createTestApp } from '../testing/test-app.ts'
import { Admission } from './admission.ts'
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
  /** Each request comes from a client of its own unless `party` names one. */
  const enter = (name: RequestClass, id: string = name, party = `${begun.length + refused.length} ${id}`) =>
    admission.enter(
      { name, party },
      () => begun.push(id),
      () => refused.push(id),
    )
  const enterMany = (count: number, name: RequestClass, id: string = name, party?: string) => {
    for (let sent = 0; sent < count; sent++) enter(name, id, party)
  }
  return { tasks, clock, admission, begun, refused, enter, enterMany }
}

const countOf = (ids: readonly string[], id: string) => ids.filter((each) => each === id).length

describe('admission', () => {
  it('begins a request at once when no other request began in the same tick', () => {
    const { enter, begun, tasks } = setUp()
    enter('page', 'first')
    expect(begun).toEqual(['first'])
    tasks.take(1)
    enter('page', 'second')
    expect(begun).toEqual(['first', 'second'])
  })

  it('begins a payment in progress before requests that came earlier', () => {
    const { enter, begun, tasks } = setUp()
    for (const name of ['page', 'page', 'journey', 'channel', 'payment'] as const) enter(name)
    tasks.take(4)
    expect(begun).toEqual(['page', 'payment', 'journey', 'channel', 'page'])
  })

  it('gives each class its share of the turns while all of them have requests waiting', () => {
    const { enterMany, begun, tasks } = setUp()
    for (const name of ['page', 'channel', 'journey', 'payment'] as const) enterMany(90, name)
    begun.length = 0
    tasks.take(28)
    const shares = ['payment', 'journey', 'channel', 'page'].map((name) => countOf(begun, name))
    expect(shares).toEqual([12, 6, 6, 4])
  })

  it.each([
    ['payment', 'page', 4],
    ['payment', 'journey', 2],
    ['channel', 'journey', 1],
    ['journey', 'page', 2],
  ] as const)('lets a flood of the class %s delay the class %s by at most some turns', (flood, other, turns) => {
    const { enterMany, enter, begun, tasks } = setUp()
    enterMany(150, flood)
    tasks.take(20)
    enter(other)
    const before = begun.length
    tasks.take(turns + 1)
    expect(begun.slice(before)).toContain(other)
  })

  it.each([
    ['payment', 1_500, 1],
    ['journey', 1_000, 1],
    ['channel', 1_000, 1],
    ['page', 800, 16],
  ] as const)(
    'refuses a request of the class %s that waits longer than %i ms behind others',
    (name, longestMs, later) => {
      const { enter, enterMany, refused, tasks, clock, begun } = setUp()
      enter('payment', 'first')
      enter(name, 'waiting')
      clock.ms = longestMs / 4
      enterMany(later, name, 'later')
      clock.ms = longestMs + 1
      tasks.take(1)
      expect(refused).toEqual(['waiting'])
      expect(begun).toEqual(['first', 'later'])
    },
  )

  it('refuses the requests for which a class has no room, whatever the other classes do', () => {
    const { enterMany, enter, refused, begun, tasks } = setUp()
    enterMany(1_000, 'page')
    for (const [name, most] of [
      ['payment', 400],
      ['journey', 200],
      ['channel', 200],
    ] as const) {
      enterMany(most + 7, name)
      expect(countOf(refused, name)).toBe(7)
    }
    expect(countOf(refused, 'page')).toBe(899)
    tasks.take(1_000)
    enter('page', 'afterwards')
    expect(begun).toHaveLength(902)
  })

  it('begins no more requests of a class of which too many are in progress, and all others', () => {
    const { enter, refused, tasks, admission, begun } = setUp()
    for (let count = 0; count < 500; count++) {
      enter('page', 'page', `client ${count}`)
      tasks.take(1)
    }
    enter('page', 'one more')
    for (const name of ['payment', 'journey', 'channel'] as const) enter(name)
    tasks.take(3)
    expect(refused).toEqual(['one more'])
    expect(begun.slice(-3)).toEqual(['payment', 'journey', 'channel'])
    tasks.take(1)
    admission.leave({ name: 'page', party: 'client 1' })
    enter('page', 'later')
    expect(begun.at(-1)).toBe('later')
  })
})

describe('the clients of one class', () => {
  it('take turns, however many requests each of them has sent', () => {
    const { enterMany, enter, begun, tasks } = setUp()
    enterMany(90, 'page', 'flood', 'attacker')
    enter('page', 'visitor', 'visitor')
    tasks.take(5)
    expect(begun).toContain('visitor')
  })

  it('get twice the turns when many of them share an address', () => {
    const { enterMany, enter, begun, tasks } = setUp()
    enterMany(40, 'page', 'of the carrier', 'a carrier')
    for (let one = 0; one < 10; one++) enter('page', 'of a house', `house ${one}`)
    begun.length = 0
    tasks.take(12)
    expect([countOf(begun, 'of the carrier'), countOf(begun, 'of a house')]).toEqual([2, 10])
  })

  it('find room where another one has filled the queue', () => {
    const { enterMany, enter, begun, refused, tasks } = setUp()
    enterMany(500, 'journey', 'flood', 'attacker')
    const refusedBefore = refused.length
    for (let one = 0; one < 50; one++) enter('journey', 'customer', `customer ${one}`)
    expect(refused.slice(refusedBefore)).toEqual(Array.from({ length: 50 }, () => 'flood'))
    tasks.take(500)
    expect(countOf(begun, 'customer')).toBe(50)
  })

  it('may fill the queue where nobody else waits, as many customers at one address do', () => {
    const { enterMany, refused, begun, tasks } = setUp()
    enterMany(101, 'page', 'of the carrier', 'a carrier')
    tasks.take(200)
    expect([refused, begun.length]).toEqual([[], 101])
  })

  it('are refused in the order of their arrival when they wait too long, but for the few that are served soon', () => {
    const { enter, refused, tasks, clock } = setUp()
    enter('page', 'begun')
    for (let at = 0; at < 20; at += 1) {
      clock.ms = at
      enter('page', `arrived at ${at}`, at % 2 === 0 ? 'a' : 'b')
    }
    clock.ms = 1_000
    tasks.take(1)
    expect(refused).toEqual([0, 1, 2, 3].map((at) => `arrived at ${at}`))
  })

  it('hear at once that the portal is too slow, instead of after a wait, and the one with the most waiting first', () => {
    const { enter, enterMany, refused, begun, tasks, clock } = setUp()
    enter('page', 'begun')
    enterMany(16, 'page', 'flood', 'attacker')
    clock.ms = 201
    enter('page', 'visitor', 'visitor')
    enter('page', 'flood', 'attacker')
    expect(refused).toEqual(['flood', 'flood'])
    tasks.take(16)
    enterMany(1, 'page', 'later', 'visitor')
    expect(begun).toEqual([
      'begun',
      ...Array.from({ length: 2 }, () => 'flood'),
      'visitor',
      ...Array.from({ length: 13 }, () => 'flood'),
    ])
    expect(refused).toEqual(['flood', 'flood'])
  })

  it('wait through a short stall of the process where only a few wait', () => {
    const { enter, enterMany, refused, begun, tasks, clock } = setUp()
    enter('page', 'begun')
    enterMany(3, 'page', 'early')
    clock.ms = 700
    enterMany(5, 'page', 'late')
    tasks.take(8)
    expect([countOf(begun, 'early'), countOf(begun, 'late'), refused]).toEqual([3, 5, []])
  })

  it('keep room for others among the requests that take long', () => {
    const { admission, enter, refused, tasks, begun } = setUp()
    for (let count = 0; count < 300; count++) {
      enter('page', 'slow', 'attacker')
      tasks.take(1)
    }
    expect([countOf(begun, 'slow'), countOf(refused, 'slow')]).toEqual([250, 50])
    enter('page', 'visitor', 'visitor')
    expect(begun.at(-1)).toBe('visitor')
    tasks.take(1)
    for (let count = 0; count < 200; count++) admission.leave({ name: 'page', party: 'attacker' })
    enter('page', 'again', 'attacker')
    expect(begun.at(-1)).toBe('again')
  })
})

describe('a busy portal', () => {
  it('refuses a request at once, in the visitor’s language and in the envelope of channels', async () => {
    const tasks = createCallSlots()
    const admission = new Admission({ now: () => 0, nextTask: tasks.nextTask })
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
