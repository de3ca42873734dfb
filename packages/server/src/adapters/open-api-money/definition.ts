import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import { address, defineGateway, optionalCallbackSecrets, secret, setting } from '../gateway-definition.ts'
import { createMoneyCallbackReader } from './callback.ts'
import { createOpenApiMoneyGateway } from './gateway.ts'

export const openApiMoney = defineGateway({
  name: 'open-api-money',
  method: 'nyanja_money',
  startTimeoutMs: 65 * second,
  lifeMs: 10 * minute,
  neededInProduction: { MONEY_CALLBACK_KEY: 'anyone may send callbacks that are not signed' },
  settings: {
    baseUrl: address('MONEY_URL'),
    clientId: secret('MONEY_CLIENT_ID'),
    clientSecret: secret('MONEY_CLIENT_SECRET'),
    keys: optionalCallbackSecrets('MONEY_CALLBACK_KEY'),
    signsMessages: setting(
      'MONEY_SIGNING',
      z
        .enum(['on', 'off'])
        .default('off')
        .transform((value) => value === 'on'),
    ),
    firstEnquiryAfterMs: setting(
      'MONEY_FIRST_ENQUIRY_SECONDS',
      z.coerce
        .number()
        .int()
        .positive()
        .default(5)
        .transform((seconds) => seconds * second),
    ),
  },
  create: (settings, context) => ({ gateway: createOpenApiMoneyGateway({ ...context, ...settings }) }),
  createCallbackReader: createMoneyCallbackReader,
})
