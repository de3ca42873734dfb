import type { FastifyInstance } from 'fastify'
import { objectIn } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'

/** How each setting is read from what a test asks for. */
export type Readers<Settings> = { readonly [Name in keyof Settings]: (asked: JsonObject) => Pick<Settings, Name> }

export interface Adjustable<Settings> {
  /** The party's own: `/__sim/acme`. */
  readonly path: string
  readonly settings: Settings
  readonly readers: Readonly<Record<string, (asked: JsonObject) => Partial<Settings>>>
  /** Absent: the settings as they are. */
  readonly view?: () => object
  /** What it does at a word, by the path of the word: `keys/rotate`. */
  readonly words?: Readonly<Record<string, () => void>>
}

/** How a party behaves, and what it may forget. A change leaves alone what it does not name. */
export function registerSettingsRoutes<Settings extends object>(
  app: FastifyInstance,
  { path, settings, readers, view = () => settings, words = {} }: Adjustable<Settings>,
): void {
  app.get(`${path}/settings`, async () => view())

  app.post(`${path}/settings`, async ({ body }) => {
    const asked = objectIn(body)
    for (const [name, read] of Object.entries(readers))
      if (asked[name] !== undefined) Object.assign(settings, read(asked))
    return view()
  })

  for (const [word, act] of Object.entries(words)) {
    app.post(`${path}/${word}`, async (_request, reply) => {
      act()
      return reply.code(204).send()
    })
  }
}
