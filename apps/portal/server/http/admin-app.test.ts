import { expect, it, onTestFinished } from 'vitest'
import { createAdminApp } from './admin-app.ts'

const paths = ['/healthz', '/readyz', '/metrics']

function statusesWith(token: string | undefined, authorization?: string) {
  const app = createAdminApp({ metrics: async () => '', faults: async () => [], token })
  onTestFinished(() => app.close())
  const headers = authorization === undefined ? {} : { authorization }
  return Promise.all(paths.map(async (url) => (await app.inject({ url, headers })).statusCode))
}

it('answers anyone who reaches the admin port while no token is set', async () => {
  expect(await statusesWith(undefined)).toEqual([200, 200, 200])
})

it('refuses every request to the admin port that does not bring the token', async () => {
  for (const authorization of [undefined, '', 'Bearer', 'Bearer a-toke', 'Basic a-token', 'a-token'])
    expect(await statusesWith('a-token', authorization)).toEqual([401, 401, 401])
  expect(await statusesWith('a-token', 'Bearer a-token')).toEqual([200, 200, 200])
})
