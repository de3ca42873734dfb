import path from 'node:path'
import { minute } from '@nyanja/domain/time'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import { createRemoteContent } from '@nyanja/server/adapters/remote-content/remote-content'
import { Content } from '@nyanja/server/content/content'
import { contentConstants, readMarket } from '@nyanja/server/settings/market'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { registerContentApi } from './content-api.ts'

const home = path.join(import.meta.dirname, '../../..')

it('the portal serves as the CMS of another portal, with all shipped content', async () => {
  const market = readMarket(path.join(home, 'markets/mw.json'))
  const files = createContentFiles({ folder: path.join(home, 'content') })
  const options = { languages: market.languages.map(({ code }) => code), constants: contentConstants(market) }
  const own = new Content(files, options)
  await own.load()
  const app = Fastify()
  registerContentApi(app, { content: own, market, generatedContent: {} })
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())

  const shown: string[] = []
  const log = { warn: (line: string) => shown.push(line), error: (line: string) => shown.push(line) }
  const { opco, languages } = market
  const cms = { baseUrl, apiKey: '', opco, languages, files, constants: options.constants, log, timeoutsMs: minute }
  const other = new Content(createRemoteContent(cms), options)
  await other.load()
  expect(shown).toEqual([])
  expect(other.version).toBe(own.version)
})
