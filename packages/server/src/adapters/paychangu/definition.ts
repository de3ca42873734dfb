import { minute, second } from '@nyanja/domain/time'
import { address, callbackSecret, defineGateway, optionalSecret, secret } from '../gateway-definition.ts'
import { createPaychanguCallbackReader } from './callback.ts'
import { createPaychanguGateway } from './gateway.ts'

export const paychangu = defineGateway({
  name: 'paychangu',
  method: 'card',
  displayName: 'PayChangu',
  labels: { name: 'methodCardWith', hint: 'methodCardMoreHint' },
  startTimeoutMs: 35 * second,
  lifeMs: 30 * minute,
  returnParameters: ['tx_ref'],
  settings: {
    baseUrl: address('PAYCHANGU_URL'),
    secretKey: secret('PAYCHANGU_SECRET_KEY'),
    webhookSecret: callbackSecret('PAYCHANGU_WEBHOOK_SECRET'),
    previousWebhookSecret: optionalSecret('PAYCHANGU_PREVIOUS_WEBHOOK_SECRET'),
  },
  create: (settings, context) => ({ gateway: createPaychanguGateway({ ...context, ...settings }) }),
  createCallbackReader: createPaychanguCallbackReader,
})
