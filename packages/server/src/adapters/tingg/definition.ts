import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import { address, defineGateway, fallbackMsisdn, secret, setting } from '../gateway-definition.ts'
import { createTinggCallbackReader } from './callback.ts'
import { createTinggGateway } from './gateway.ts'

export const cellulant = defineGateway({
  name: 'cellulant',
  method: 'card',
  displayName: 'Tingg',
  labels: { name: 'methodCardWith', hint: 'methodCardMoreHint' },
  startTimeoutMs: 35 * second,
  lifeMs: 30 * minute,
  returnParameters: ['merchant_transaction_id'],
  settings: {
    baseUrl: address('TINGG_URL'),
    apiKey: secret('TINGG_API_KEY'),
    clientId: secret('TINGG_CLIENT_ID'),
    clientSecret: secret('TINGG_CLIENT_SECRET'),
    serviceCode: secret('TINGG_SERVICE_CODE'),
    fallbackMsisdn,
    acknowledges: setting('TINGG_ACKNOWLEDGES', z.enum(['later', 'inline']).default('later')),
  },
  create: (settings, context) => ({
    gateway: createTinggGateway({ ...context, ...settings, country: context.country3 }),
  }),
  createCallbackReader: createTinggCallbackReader,
})
