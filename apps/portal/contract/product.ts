import { z } from 'zod'
import { OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'
import { LineTypeCode } from './subscriber.ts'

/** Volumes are 0 with an empty unit when there is none of a kind, and -1 when there is no end to it. */
const BundleResponse = z.object({
  name: z.string(),
  category: z.string(),
  description: z.string(),
  data: z.number(),
  dataUnit: z.string(),
  voice: z.number(),
  voiceUnit: z.string(),
  sms: z.number(),
  /** -1: it never ends. */
  validity: z.number(),
  validityUnit: z.string(),
  periodType: z.string(),
  amount: z.number(),
  currency: z.string(),
  productCode: z.string(),
  lineType: LineTypeCode,
  // The second spelling is not ours; some channels read it.
  linetype: LineTypeCode,
})

export type BundleResponse = z.infer<typeof BundleResponse>

export const unlimitedBalance = -1
export const defaultPeriodType = 'Others'

export const bundles = {
  method: 'POST',
  path: `${portalService}/product/v1/bundle`,
  summary: 'Bundles that a line can buy, the shortest first',
  input: z.object({
    data: z.object({ msisdn: OptionalText, lineType: OptionalText, serviceType: OptionalText }),
  }),
  answer: success(z.array(BundleResponse)),
  failures: ['invalid_number', 'too_many_requests', 'provider_broke_contract', 'provider_unreachable'],
  isForClients: true,
  takesKey: false,
} satisfies Operation
