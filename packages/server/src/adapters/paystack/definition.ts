import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import { address, defineGateway, secret, setting, signingSecrets } from '../gateway-definition.ts'
import { createPaystackCallbackReader } from './callback.ts'
import { frameOriginOf } from './frame-origin.ts'
import { createPaystackGateway } from './gateway.ts'

export const paystack = defineGateway({
  name: 'paystack',
  method: 'card',
  displayName: 'Paystack',
  labels: { name: 'methodCardWith', hint: 'methodCardMoreHint' },
  startTimeoutMs: 25 * second,
  lifeMs: 30 * minute,
  returnParameters: ['txref', 'reference', 'trxref'],
  settings: {
    baseUrl: address('PAYSTACK_URL'),
    secretKeys: signingSecrets('PAYSTACK_SECRET_KEY'),
    currencies: setting(
      'PAYSTACK_CURRENCIES',
      z
        .string()
        .transform((list) => list.split(','))
        .exactOptional(),
    ),
  },
  popup: {
    settings: { scriptUrl: address('PAYSTACK_SCRIPT_URL'), publicKey: secret('PAYSTACK_PUBLIC_KEY') },
    frameOriginOf,
  },
  create: ({ baseUrl, secretKeys: [secretKey], currencies }, { now, added, observe, toggled }) => {
    const options = { baseUrl, secretKey, now, added, observe, toggled }
    // When no list is set, Paystack's published one applies, not the market's.
    return { gateway: createPaystackGateway(currencies === undefined ? options : { ...options, currencies }) }
  },
  createCallbackReader: createPaystackCallbackReader,
})
