import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { bugContext, reportBug } from './portal-context.ts'

function reportedOf(error: unknown, signal = new AbortController().signal): readonly unknown[] {
  const reported: unknown[] = []
  const context = new RouterContextProvider()
  context.set(bugContext, (bug) => reported.push(bug))
  const request = new Request('http://portal/payment/start', { signal })
  reportBug(error, { request, params: {}, context })
  return reported
}

it('passes a bug of a page to the log', () => {
  const bug = new Error('a bug')
  expect(reportedOf(bug)).toEqual([bug])
})

it('logs nothing about an unknown address, or a visitor who has left', () => {
  const missing = { status: 405, statusText: 'Method Not Allowed', internal: true, data: 'You made a POST request' }
  expect(reportedOf(missing)).toEqual([])
  expect(reportedOf(new Error('a bug'), AbortSignal.abort())).toEqual([])
})
