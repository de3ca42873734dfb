import type { FastifyInstance } from 'fastify'
import type { Counter } from './counter.ts'
import { validityText } from './signing-keys.ts'

const named = (operation: string) => ({ config: { provider: 'money', operation } })

/** Who has a wallet, and the key under which messages are signed. */
export function registerAccountRoutes(app: FastifyInstance, { wallets, keys }: Counter): void {
  app.get<{ Params: { msisdn: string } }>(
    '/money/standard/v1/users/:msisdn',
    named('user'),
    async ({ params }, reply) => {
      const wallet = wallets.find(params.msisdn)
      if (wallet === undefined) return reply.code(400).send({ status: kycStatus.failed })
      const { firstName, lastName, isBarred, msisdn } = wallet
      return {
        data: {
          first_name: firstName,
          last_name: lastName,
          is_barred: isBarred,
          is_pin_set: true,
          msisdn,
          registration: { status: 'SUBS' },
        },
        status: kycStatus.found,
      }
    },
  )

  app.get('/money/v1/rsa/encryption-keys', named('keys'), async () => {
    const { id, publicKey, validUntil } = keys.current
    return {
      data: { key_id: id, key: publicKey, valid_upto: validityText(validUntil) },
      status: { response_code: 'DP02010001001', code: '200', success: true, message: 'SUCCESS' },
    }
  })
}

const kycStatus = {
  found: {
    response_code: 'DP02200000001',
    code: '200',
    success: true,
    result_code: 'ESB000010',
    message: 'SUCCESS',
  },
  failed: {
    response_code: 'DP02200000000',
    code: '400',
    success: false,
    result_code: 'ESB000033',
    message: 'Msisdn not found',
  },
} as const
