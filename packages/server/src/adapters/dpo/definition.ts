import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import { address, defineGateway, secret, setting } from '../gateway-definition.ts'
import { createDpoCallbackReader } from './callback.ts'
import { checkDpo, createDpoGateway, dpoIds } from './gateway.ts'

const path = z.string().startsWith('/').exactOptional()

export const dpo = defineGateway({
  name: 'dpo',
  method: 'card',
  displayName: 'DPO Pay',
  labels: { name: 'methodCardWith', hint: 'methodCardHint' },
  startTimeoutMs: 35 * second,
  lifeMs: 30 * minute,
  returnParameters: ['CompanyRef', 'PnrID'],
  providerIds: dpoIds,
  settings: {
    baseUrl: address('DPO_URL'),
    pageUrl: address('DPO_PAGE_URL'),
    companyToken: secret('DPO_COMPANY_TOKEN'),
    serviceType: secret('DPO_SERVICE_TYPE'),
    apiPath: setting('DPO_API_PATH', path),
    verifyPath: setting('DPO_VERIFY_PATH', path),
  },
  create: (settings, context) => ({ gateway: createDpoGateway({ ...context, ...settings }) }),
  check: (settings, context) => checkDpo({ ...context, ...settings }),
  createCallbackReader: createDpoCallbackReader,
})
