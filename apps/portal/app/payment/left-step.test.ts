import { createStaticHandler, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, orderAirtime, type TestApp } from '../../server/testing/test-app.ts'
import { portalContext } from '../portal-context.ts'
import { loader as loadCode } from './code.tsx'
import { loader as loadPin } from './pin.tsx'
import { loader as loadStart } from './start.tsx'
import { loader as loadStatus } from './status.tsx'

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

const routes = [
  { path: '/payment/start/code', loader: loadCode },
  { path: '/payment/start/pin', loader: loadPin },
  { path: '/payment/start/:method?', loader: loadStart },
  { path: '/payment/status', loader: loadStatus },
]

async function ask(address: string) {
  const requestContext = new RouterContextProvider()
  requestContext.set(portalContext, test.portal)
  return createStaticHandler(routes).query(new Request(`http://localhost:3000${address}`), { requestContext })
}

async function leadsTo(address: string): Promise<string> {
  const answer = await ask(address)
  return (answer instanceof Response && answer.headers.get('location')) || ''
}

async function shownAt(address: string): Promise<unknown> {
  const answer = await ask(address)
  if (answer instanceof Response) throw new Error(`${answer.status}`)
  return Object.values(answer.loaderData)[0]
}

describe('a visitor who returns to a step of a payment after Cancel', () => {
  it.each(['code', 'pin'])('is told that the %s is over, and how to go on', async (step) => {
    const { id } = await orderAirtime(test.portal)
    const start = await leadsTo(`/payment/start/${step}?order=${id}&ref=SPENT`)
    expect(start).toMatch(new RegExp(`^/payment/start[?]order=${id}`))
    expect(await shownAt(start)).toMatchObject({
      view: {
        ended: 'That code or PIN page is closed. Choose again how to pay: if a code is needed, a new one comes.',
      },
    })
  })

  it('reads nothing of it where the order begins', async () => {
    const { id } = await orderAirtime(test.portal)
    expect(await shownAt(`/payment/start?order=${id}`)).not.toHaveProperty('view.ended', expect.any(String))
  })
})

describe('the page of an unknown payment', () => {
  it('leads to the page that finds a payment by its reference', async () => {
    expect(await shownAt('/payment/status?id=CUTOFF')).toMatchObject({
      notice: { href: '/find-payment', button: 'Find a payment' },
    })
  })

  it('says that a person looks for a payment that only its provider knows', async () => {
    const id = 'S2VCK7Q00000000000000000000001'
    await test.portal.progress.noteUnknown('nyanja_money', id)
    expect(await shownAt(`/payment/status?id=${id}`)).toMatchObject({
      notice: { title: 'A person is looking at this payment', text: expect.stringContaining(`this number: ${id}`) },
    })
  })
})
