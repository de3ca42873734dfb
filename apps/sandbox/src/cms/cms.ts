import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { isJsonObject, objectIn, optionalTextIn, textIn } from '../core/bodies.ts'
import type { Simulator, World } from '../core/simulator.ts'

/** Packages are stored by address, and by language where one address serves several. */
class BundleGroups {
  readonly #pages = new Map<string, string>()

  /** A package for all languages is returned for every request; one for a single language only for that language. */
  find(pageUrl: string, lang: string): string | undefined {
    return this.#pages.get(keyOf(pageUrl, lang)) ?? this.#pages.get(keyOf(pageUrl))
  }

  put(pageUrl: string, lang: string | undefined, packageHtml: string): void {
    this.#pages.set(keyOf(pageUrl, lang), packageHtml)
  }

  take(pageUrl: string, lang: string | undefined): void {
    this.#pages.delete(keyOf(pageUrl, lang))
  }

  all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#pages)
  }

  restore(pages: Readonly<Record<string, string>>): void {
    this.#pages.clear()
    for (const [key, packageHtml] of Object.entries(pages)) this.#pages.set(key, packageHtml)
  }
}

function keyOf(pageUrl: string, lang = ''): string {
  return `${pageUrl.replace(/^\//, '')} ${lang.toLowerCase()}`.trim()
}

export interface CmsOptions {
  readonly apiKey?: string
}

interface CmsState {
  readonly format: 'cms-1'
  readonly pages: Readonly<Record<string, string>>
}

const isCmsState = (state: unknown): state is CmsState =>
  isJsonObject(state) && state.format === 'cms-1' && isJsonObject(state.pages)

interface PackageQuery {
  readonly Querystring: { readonly opco?: string; readonly pageUrl?: string }
}

/** The operator's content management with the packages that editors publish, initially none. */
export function createCms(world: World, { apiKey = 'nyanja-sandbox-cms' }: CmsOptions = {}): Simulator {
  const files = new BundleGroups()

  return {
    name: 'cms',
    unknownPaths: [{ prefix: '/content', answer: (reply) => reply.code(404).send(failure(404, 'Not found')) }],
    register(app) {
      app.get<PackageQuery>(
        '/content/cms/webpage/activePackage',
        { config: { provider: 'cms', operation: 'activePackage' } },
        async ({ headers, query: { opco, pageUrl = '' } }, reply) => {
          if (headers['x-api-key'] !== apiKey) return reply.code(401).send(failure(401, 'Unauthorized'))
          if (opco !== world.market.opco) return reply.code(400).send(failure(400, 'Unknown opco'))
          const packageHtml = files.find(pageUrl, String(headers.lang ?? ''))
          if (packageHtml === undefined) return reply.code(404).send(failure(404, 'No active package'))
          return { statusCode: 200, status: 'success', data: { packageHtml } }
        },
      )
      addControl(app, files)
    },
    records: () => ({}),
    snapshot: (): CmsState => ({ format: 'cms-1', pages: files.all() }),
    restore(state) {
      if (isCmsState(state)) files.restore(state.pages)
    },
    reset: () => files.restore({}),
  }
}

const failure = (statusCode: number, message: string) => ({ statusCode, status: 'failure', message })

/** Editors publish a package through these routes, valid or not, or remove it. */
function addControl(app: FastifyInstance, files: BundleGroups): void {
  void app.register(
    (control, _options, done) => {
      answerBadBodies(control)
      control.get('/packages', async () => files.all())
      control.post('/packages', async ({ body }, reply) => {
        const fields = objectIn(body)
        const { texts } = fields
        const packageHtml = texts === undefined ? textIn(fields, 'packageHtml') : JSON.stringify(texts)
        files.put(textIn(fields, 'pageUrl'), optionalTextIn(fields, 'lang'), packageHtml)
        return reply.code(204).send()
      })
      control.delete<{ Querystring: { pageUrl?: string; lang?: string } }>('/packages', async ({ query }, reply) => {
        files.take(query.pageUrl ?? '', query.lang)
        return reply.code(204).send()
      })
      done()
    },
    { prefix: '/__sim/cms' },
  )
}
