import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CheckedNumber, createLineCheck } from './line-check.ts'

const unchecked = 'unchecked'

let reports: CheckedNumber<string>[]
let requests: { readonly msisdn: string; readonly answer: (response: Response) => void; readonly fail: () => void }[]
let check: (msisdn: string | undefined) => void

beforeEach(() => {
  vi.useFakeTimers()
  reports = []
  requests = []
  const request = (_href: string, { body }: { readonly body: URLSearchParams }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    requests.push({ msisdn: body.get('msisdn') ?? '', answer: resolve, fail: () => reject(new Error('no link')) })
    return promise
  }
  const report = (now: CheckedNumber<string>) => reports.push(now)
  check = createLineCheck<string>({ href: '/line-check', known: '991', unchecked, report, request })
})

afterEach(() => {
  vi.useRealTimers()
})

const asksAbout = () => requests.map(({ msisdn }) => msisdn)
const pause = () => vi.advanceTimersByTimeAsync(300)

describe('the live check of a number', () => {
  it('asks once about a complete number, when the visitor pauses', async () => {
    check('992')
    check('993')
    await pause()
    check('993')
    await pause()
    expect(asksAbout()).toEqual(['993'])
  })

  it('does not ask about an incomplete number, or one that came with the page', async () => {
    check('992')
    check(undefined)
    await pause()
    check('991')
    await pause()
    expect(asksAbout()).toEqual([])
  })

  it('reports the answer, and first that the check is in progress when that takes long', async () => {
    check('992')
    await pause()
    expect(reports).toEqual([])
    await pause()
    expect(reports).toEqual([{ msisdn: '992' }])
    requests[0]?.answer(Response.json('ready'))
    await pause()
    expect(reports).toEqual([{ msisdn: '992' }, { msisdn: '992', answer: 'ready' }])
  })

  it('drops the answer about an earlier number', async () => {
    check('992')
    await pause()
    check('993')
    await pause()
    requests[1]?.answer(Response.json('offer'))
    requests[0]?.answer(Response.json('ready'))
    await pause()
    expect(reports.at(-1)).toEqual({ msisdn: '993', answer: 'offer' })
    expect(reports).not.toContainEqual({ msisdn: '992', answer: 'ready' })
  })

  it('leaves a number unchecked when its answer does not arrive', async () => {
    check('992')
    await pause()
    requests[0]?.fail()
    await pause()
    check('993')
    await pause()
    requests[1]?.answer(new Response('', { status: 500 }))
    await pause()
    expect(reports.map(({ answer }) => answer)).toEqual([unchecked, unchecked])
  })
})
