import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import { address, defineGateway, secret, setting } from '../gateway-definition.ts'
import { createMpesaCallbackReader } from './callback.ts'
import { createMpesaGateway, referenceOf } from './gateway.ts'

export const mpesa = defineGateway({
  name: 'mpesa',
  method: 'mpesa',
  startTimeoutMs: 15 * second,
  lifeMs: 10 * minute,
  sentReference: referenceOf,
  settings: {
    baseUrl: address('MPESA_URL'),
    apiKey: secret('MPESA_API_KEY'),
    publicKey: secret('MPESA_PUBLIC_KEY'),
    serviceProviderCode: secret('MPESA_SERVICE_PROVIDER_CODE'),
    origin: setting('MPESA_ORIGIN', z.string().exactOptional()),
  },
  create: (settings, context) =>
    context.mpesa && { gateway: createMpesaGateway({ ...context, ...settings, ...context.mpesa }) },
  createCallbackReader: createMpesaCallbackReader,
})
