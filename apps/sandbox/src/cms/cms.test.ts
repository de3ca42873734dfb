import { describe, expect, it } from 'vitest'
import { appWith } from '../core/fixture.ts'
import { createWorld } from '../core/html.ts'
import { createCms } from './cms.ts'

async function openFixture() {
  const cms = createCms(createWorld())
  const app = await appWith(createWorld(), cms)
  const ask = (pageUrl: string, { opco = 'MW', ...headers }: Record<string, string> = {}) =>
    app.inject({
      url: '/content/cms/webpage/activePackage',
      query: { opco, pageUrl },
      headers: { 'x-api-key': 'nyanja-sandbox-cms', ...headers },
    })
  const put = (payload: object) => app.inject({ method: 'POST', url: '/__sim/cms/packages', payload })
  const take = (query: Record<string, string>) => app.inject({ method: 'DELETE', url: '/__sim/cms/packages', query })
  return { cms, ask, put, take }
}

describe('the content management', () => {
  it('is empty at first', async () => {
    const { ask } = await openFixture()
    const response = await ask('/loader-translation')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ statusCode: 404, status: 'failure', message: 'No active package' })
  })

  it("returns an editor's package at its own address", async () => {
    const { ask, put, take } = await openFixture()
    await put({ pageUrl: '/sw/loader-translation', texts: { wait: 'Subiri' } })
    expect((await ask('/sw/loader-translation')).json()).toEqual({
      statusCode: 200,
      status: 'success',
      data: { packageHtml: '{"wait":"Subiri"}' },
    })
    expect((await ask('/loader-translation')).statusCode).toBe(404)
    await take({ pageUrl: '/sw/loader-translation' })
    expect((await ask('/sw/loader-translation')).statusCode).toBe(404)
  })

  it('has some packages in several languages at one address', async () => {
    const { ask, put } = await openFixture()
    await put({ pageUrl: '/lead-status-config', lang: 'sw', texts: { a: 'moja' } })
    expect((await ask('/lead-status-config', { lang: 'SW' })).body).toContain('moja')
    expect((await ask('/lead-status-config', { lang: 'en' })).statusCode).toBe(404)
  })

  it('accepts invalid packages', async () => {
    const { ask, put } = await openFixture()
    await put({ pageUrl: '/loader-translation', packageHtml: '{"wait":' })
    expect((await ask('/loader-translation')).json()).toMatchObject({ data: { packageHtml: '{"wait":' } })
  })

  it('checks its key and its operator', async () => {
    const { ask } = await openFixture()
    expect((await ask('/x', { 'x-api-key': 'guess' })).statusCode).toBe(401)
    expect((await ask('/x', { opco: 'NG' })).statusCode).toBe(400)
  })

  it('keeps its state over a restart, and is empty after a reset', async () => {
    const { cms, ask, put } = await openFixture()
    await put({ pageUrl: '/loader-translation', texts: { wait: 'Wait' } })
    const before = cms.snapshot()
    cms.reset()
    expect((await ask('/loader-translation')).statusCode).toBe(404)
    cms.restore(before)
    expect((await ask('/loader-translation')).statusCode).toBe(200)
  })
})
