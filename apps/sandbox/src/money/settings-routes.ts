import type { FastifyInstance } from 'fastify'
import { BadBody, numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
import { hashForms } from './callback-body.ts'
import type { Counter } from './counter.ts'
import { refundModes, type Settings } from './settings.ts'

const maxMs = 24 * 3_600_000

type Change = (settings: Settings, asked: JsonObject) => void

const changes: Readonly<Record<string, Change>> = {
  promptMs: (settings, asked) => {
    settings.promptMs = numberIn(asked, 'promptMs', { min: 0, max: maxMs })
  },
  signing: (settings, { signing }) => {
    if (typeof signing !== 'boolean') throw new BadBody('"signing" must be true or false')
    settings.signing = signing
  },
  hashForm: (settings, asked) => {
    settings.hashForm = oneOf(asked, 'hashForm', hashForms)
  },
  refunds: (settings, asked) => {
    settings.refunds = oneOf(asked, 'refunds', refundModes)
  },
}

/** How the operator behaves, and what it may forget. */
export function registerSettingsRoutes(app: FastifyInstance, { settings, autopilot, keys, tokens }: Counter): void {
  const view = () => ({ ...settings, auto: { mode: autopilot.mode, afterMs: autopilot.afterMs } })

  app.get('/__sim/money/settings', async () => view())

  app.post('/__sim/money/settings', async ({ body }) => {
    const asked = objectIn(body)
    for (const [name, change] of Object.entries(changes)) if (asked[name] !== undefined) change(settings, asked)
    return view()
  })

  app.post('/__sim/money/keys/rotate', async (_request, reply) => {
    keys.rotate()
    return reply.code(204).send()
  })

  app.post('/__sim/money/tokens/revoke', async (_request, reply) => {
    tokens.clear()
    return reply.code(204).send()
  })
}
