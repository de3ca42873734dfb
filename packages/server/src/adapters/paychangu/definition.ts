import { minute, second } from '@nyanja/domain/time'
import { address, callbackSecrets, defineGateway, secret } from '../gateway-definition.ts'
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
    webhookSecrets: callbackSecrets('PAYCHANGU_WEBHOOK_SECRET'),
  },
  create: (settings, context) => ({ gateway: createPaychanguGateway({ ...context, ...settings }) }),
  createCallbackReader: createPaychanguCallbackReader,
})
