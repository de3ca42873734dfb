import { hour, second } from '@nyanja/domain/time'
import { address, defineGateway, fallbackMsisdn, optionalAddress, secret } from '../gateway-definition.ts'
import { checkUba, createUbaGateway, ubaIds } from './gateway.ts'

export const uba = defineGateway({
  name: 'uba',
  method: 'card',
  displayName: 'UBA',
  labels: { name: 'methodCardWith', hint: 'methodCardHint' },
  startTimeoutMs: 35 * second,
  lifeMs: hour,
  returnParameters: ['refNo'],
  providerIds: ubaIds,
  settings: {
    baseUrl: address('UBA_URL'),
    verifyUrl: optionalAddress('UBA_VERIFY_URL'),
    merchantId: secret('UBA_MERCHANT_ID'),
    serviceKey: secret('UBA_SERVICE_KEY'),
    fallbackMsisdn,
  },
  create: (settings, context) => ({ gateway: createUbaGateway({ ...context, ...settings }) }),
  check: (settings, context) => checkUba({ ...context, ...settings }),
})
