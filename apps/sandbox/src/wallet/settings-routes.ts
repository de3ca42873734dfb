import type { FastifyInstance } from 'fastify'
import { type Readers, registerSettingsRoutes } from '../control/settings-routes.ts'
import { numberIn, oneOf } from '../core/bad-body.ts'
import type { Counter } from './counter.ts'
import { processModes, refundModes, type Settings } from './settings.ts'

const someTime = { min: 0, max: 24 * 3_600_000 }

const readers = {
  pinMs: (asked) => ({ pinMs: numberIn(asked, 'pinMs', someTime) }),
  nonceMs: (asked) => ({ nonceMs: numberIn(asked, 'nonceMs', someTime) }),
  resendAfterMs: (asked) => ({ resendAfterMs: numberIn(asked, 'resendAfterMs', someTime) }),
  codesPerDay: (asked) => ({ codesPerDay: numberIn(asked, 'codesPerDay', { min: 0, max: 1_000_000 }) }),
  process: (asked) => ({ process: oneOf(asked, 'process', processModes) }),
  refunds: (asked) => ({ refunds: oneOf(asked, 'refunds', refundModes) }),
} as const satisfies Readers<Settings>

export function registerPlatformSettings(
  app: FastifyInstance,
  { settings, keys, merchants, customers }: Counter,
): void {
  registerSettingsRoutes(app, {
    path: '/__sim/wallet',
    settings,
    readers,
    words: {
      'keys/rotate': () => keys.rotate(),
      'tokens/revoke': () => merchants.clear(),
      'customers/revoke': () => customers.clear(),
    },
  })
}
