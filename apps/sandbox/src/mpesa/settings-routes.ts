import type { FastifyInstance } from 'fastify'
import { numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
import type { Counter } from './counter.ts'
import { modes, refundModes, type Settings } from './settings.ts'

const upToADay = { min: 0, max: 24 * 3_600_000 }

type Change = (settings: Settings, asked: JsonObject) => void

const changes: Readonly<Record<string, Change>> = {
  mode: (settings, asked) => {
    settings.mode = oneOf(asked, 'mode', modes)
  },
  promptMs: (settings, asked) => {
    settings.promptMs = numberIn(asked, 'promptMs', upToADay)
  },
  sessionMs: (settings, asked) => {
    settings.sessionMs = numberIn(asked, 'sessionMs', upToADay)
  },
  sessionDelayMs: (settings, asked) => {
    settings.sessionDelayMs = numberIn(asked, 'sessionDelayMs', upToADay)
  },
  refunds: (settings, asked) => {
    settings.refunds = oneOf(asked, 'refunds', refundModes)
  },
}

/** How M-Pesa behaves, and what it may forget. */
export function registerSettingsRoutes(app: FastifyInstance, { settings, sessions }: Counter): void {
  app.get('/__sim/mpesa/settings', async () => settings)

  app.post('/__sim/mpesa/settings', async ({ body }) => {
    const asked = objectIn(body)
    for (const [name, change] of Object.entries(changes)) if (asked[name] !== undefined) change(settings, asked)
    return settings
  })

  app.post('/__sim/mpesa/sessions/revoke', async (_request, reply) => {
    sessions.clear()
    return reply.code(204).send()
  })
}
