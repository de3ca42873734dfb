import { readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { CacheablePage, SpareTime } from './page-cache.ts'

const file = path.join(import.meta.dirname, '../../../content', 'en', 'errors-translation.json')
const html = readFileSync(file)
const made = { madeAt: 0, spareTime: new SpareTime() }
const apps: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

function keep(earlier?: CacheablePage, text: Buffer = html) {
  const app = Fastify()
  apps.push(app)
  const page = new CacheablePage(new Response(), text, { ...made, ...(earlier && { earlier }) })
  app.get('/', (request, reply) => page.send(request, reply))
  const ask = async () => {
    const { rawPayload, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    return { size: rawPayload.length, etag: headers.etag }
  }
  return { page, ask }
}

it('is smaller from the third visitor on', async () => {
  const { ask } = keep()
  const first = await ask()
  await expect.poll(async () => (await ask()).size).toBeLessThan(first.size)
})

it('is no larger when it was rendered again with the same content', async () => {
  const { page, ask } = keep()
  const first = await ask()
  await expect.poll(async () => (await ask()).size).toBeLessThan(first.size)
  const repeated = await keep(page).ask()
  expect(repeated.size).toBeLessThan(first.size)
  expect(repeated.etag).toBe(first.etag)
})

it('is another page when its content changed', async () => {
  const { page, ask } = keep()
  const first = await ask()
  const other = await keep(page, Buffer.concat([html, html])).ask()
  expect(other.etag).not.toBe(first.etag)
})
