import { minute, second } from '@nyanja/domain/time'
import { defineGateway } from '../gateway-definition.ts'
import { createAirtimeGateway } from './airtime-gateway.ts'

/** Set up with the BSS itself. */
export const airtime = defineGateway({
  name: 'airtime',
  method: 'airtime',
  startTimeoutMs: 35 * second,
  lifeMs: 10 * minute,
  needsProof: true,
  settings: {},
  create: (_settings, { tmf, currency, added, observe, turned, now }) => ({
    gateway: createAirtimeGateway({ ...tmf, currency, added, observe, turned, now }),
  }),
})
