import type { FastifyInstance } from 'fastify'
import { type Readers, registerSettingsRoutes } from '../control/settings-routes.ts'
import { numberIn, oneOf } from '../core/bad-body.ts'
import type { Counter } from './counter.ts'
import { modes, refundModes, type Settings } from './settings.ts'

const upToADay = { min: 0, max: 24 * 3_600_000 }

const readers = {
  mode: (asked) => ({ mode: oneOf(asked, 'mode', modes) }),
  promptMs: (asked) => ({ promptMs: numberIn(asked, 'promptMs', upToADay) }),
  sessionMs: (asked) => ({ sessionMs: numberIn(asked, 'sessionMs', upToADay) }),
  sessionDelayMs: (asked) => ({ sessionDelayMs: numberIn(asked, 'sessionDelayMs', upToADay) }),
  refunds: (asked) => ({ refunds: oneOf(asked, 'refunds', refundModes) }),
} as const satisfies Readers<Settings>

export function registerMpesaSettings(app: FastifyInstance, { settings, sessions }: Counter): void {
  registerSettingsRoutes(app, {
    path: '/__sim/mpesa',
    settings,
    readers,
    words: { 'sessions/revoke': () => sessions.clear() },
  })
}
