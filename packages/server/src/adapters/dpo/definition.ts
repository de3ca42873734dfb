import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import { address, defineGateway, secret, setting } from '../gateway-definition.ts'
import { createDpoCallbackReader } from './callback.ts'
import { checkDpo, createDpoGateway, dpoIds } from './gateway.ts'

const path = z.string().startsWith('/').exactOptional()
const Paths = z.strictObject({ api: path, verify: path, page: path })

/** `api=/API/v6/,verify=/API/v7/,page=/payv2.php` */
const paths = z
  .string()
  .transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.trim().split(/=(.*)/s, 2))))
  .pipe(Paths)

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
    companyToken: secret('DPO_COMPANY_TOKEN'),
    serviceType: secret('DPO_SERVICE_TYPE'),
    paths: setting('DPO_PATHS', paths.exactOptional()),
  },
  create: (settings, context) => ({ gateway: createDpoGateway({ ...context, ...settings }) }),
  check: (settings, context) => checkDpo({ ...context, ...settings }),
  createCallbackReader: createDpoCallbackReader,
})
