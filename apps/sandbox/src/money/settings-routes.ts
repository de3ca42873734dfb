import type { FastifyInstance } from 'fastify'
import { type Readers, registerSettingsRoutes } from '../control/settings-routes.ts'
import { BadBody, numberIn, oneOf } from '../core/bad-body.ts'
import { hashForms } from './callback-body.ts'
import { type Counter, refundModes, type Settings } from './counter.ts'

const maxMs = 24 * 3_600_000

const readers = {
  promptMs: (asked) => ({ promptMs: numberIn(asked, 'promptMs', { min: 0, max: maxMs }) }),
  signing: ({ signing }) => {
    if (typeof signing !== 'boolean') throw new BadBody('"signing" must be true or false')
    return { signing }
  },
  hashForm: (asked) => ({ hashForm: oneOf(asked, 'hashForm', hashForms) }),
  refunds: (asked) => ({ refunds: oneOf(asked, 'refunds', refundModes) }),
} as const satisfies Readers<Settings>

export function registerOperatorSettings(app: FastifyInstance, { settings, autopilot, keys, tokens }: Counter): void {
  registerSettingsRoutes(app, {
    path: '/__sim/money',
    settings,
    readers,
    view: () => ({ ...settings, auto: { mode: autopilot.mode, afterMs: autopilot.afterMs } }),
    words: { 'keys/rotate': () => keys.rotate(), 'tokens/revoke': () => tokens.clear() },
  })
}
