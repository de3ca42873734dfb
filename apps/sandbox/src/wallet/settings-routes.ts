import type { FastifyInstance } from 'fastify'
import { numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
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
} as const satisfies { readonly [Name in keyof Settings]: (asked: JsonObject) => Pick<Settings, Name> }

/** How the platform behaves, and what it may forget. */
export function registerSettingsRoutes(app: FastifyInstance, { settings, keys, merchants, customers }: Counter): void {
  app.get('/__sim/wallet/settings', async () => settings)

  app.post('/__sim/wallet/settings', async ({ body }) => {
    const asked = objectIn(body)
    for (const [name, read] of Object.entries(readers))
      if (asked[name] !== undefined) Object.assign(settings, read(asked))
    return settings
  })

  const forgetful = {
    'keys/rotate': () => keys.rotate(),
    'tokens/revoke': () => merchants.clear(),
    'customers/revoke': () => customers.clear(),
  }
  for (const [path, forget] of Object.entries(forgetful)) {
    app.post(`/__sim/wallet/${path}`, async (_request, reply) => {
      forget()
      return reply.code(204).send()
    })
  }
}
