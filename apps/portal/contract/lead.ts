import { z } from 'zod'
import { MobileNumber, type Operation, OptionalText, portalService, success } from './fields.ts'
import { CodeId, workFields } from './otp.ts'

const common = { method: 'POST', isForClients: true, sells: 'plan' } as const
const providerFailures = ['too_many_requests', 'provider_broke_contract', 'provider_unreachable'] as const

/** One line of text, as people write names and places. */
const lineOfText = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text.replace(/\p{Cc}/gu, ' ').trim())
    .pipe(z.string().min(1))

const optionalValue = <Value extends z.ZodType>(value: Value) =>
  value.nullish().transform((given) => given ?? undefined)
const coordinate = (most: number) => optionalValue(z.number().min(-most).max(most))

export const sendLeadOtp = {
  ...common,
  path: `${portalService}/subscriber/v1/send-otp-hbb`,
  summary: 'Sends a one-time code to a customer who orders internet at home; it is verified by its refId',
  input: z.object({
    msisdn: MobileNumber,
    email: OptionalText,
    customerDetails: z.object({ fullName: OptionalText }).optional(),
    requestType: z.literal('HBB_MSISDN_CHECK').optional(),
    ...workFields,
  }),
  answer: success(z.object({ refId: z.string(), resendAfter: z.int() })),
  failures: ['not_offered', 'invalid_number', 'too_soon', 'work_needed', ...providerFailures],
  takesKey: true,
} satisfies Operation

const Address = z.object({
  type: optionalValue(z.literal('INSTALLATION')),
  street1: lineOfText(200),
  landmark: optionalValue(lineOfText(200)),
  city: lineOfText(80),
  country: optionalValue(lineOfText(80)),
  lat: coordinate(90),
  lng: coordinate(180),
})

const feasibilities = ['FEASIBLE', 'NOT_FEASIBLE', 'UNKNOWN'] as const

export const submitLead = {
  ...common,
  path: `${portalService}/subscriber/v1/submit-lead`,
  summary: 'Hands in an order for internet at home, once for each proof; where it is not there yet, an interest',
  input: z.object({
    fullName: lineOfText(120),
    contactNumber: MobileNumber,
    email: OptionalText,
    /** The operator decides it where it knows; the caller need not say it. */
    feasibility: z.unknown().optional(),
    address: Address,
    plan: z.object({ code: lineOfText(80), amount: OptionalText, currency: OptionalText, description: OptionalText }),
    /** The source that the channel got it from: `WEBPORTAL` is the portal's own. */
    source: OptionalText,
    uniqueCode: CodeId,
    lineType: OptionalText,
    /** What was shown, and when the customer consented. */
    consent: z.object({ text: lineOfText(2000), at: z.iso.datetime({ offset: true }) }),
  }),
  answer: success(
    z.object({
      refLeadId: z.string(),
      /** `UNKNOWN` means that it is stored, and an employee checks it. Nothing is to pay yet. */
      feasibility: z.enum(feasibilities),
      /** The id of the page that shows its status. */
      trackId: z.string(),
    }),
  ),
  failures: [
    'not_offered',
    'invalid_number',
    'invalid_email',
    'proof_missing',
    'unknown_product',
    'amount_differs',
    ...providerFailures,
  ],
  takesKey: true,
} satisfies Operation

export const feasibilityAnswers = {
  feasible: 'FEASIBLE',
  not_feasible: 'NOT_FEASIBLE',
  unsure: 'UNKNOWN',
} as const satisfies Record<string, (typeof feasibilities)[number]>

const Status = z.enum([
  'received',
  'checked',
  'scheduled',
  'installed',
  'on_hold',
  'refused',
  'cancelled',
  'interested',
])

export const trackLead = {
  ...common,
  path: `${portalService}/subscriber/v1/track-lead`,
  summary: 'The status of an order for internet at home, for a caller who knows its reference and its number',
  input: z.object({ refLeadId: z.string().max(60), msisdn: MobileNumber, ...workFields }),
  answer: success(
    z.object({
      refLeadId: z.string(),
      status: Status,
      /** The reason for waiting. */
      reason: z.string().optional(),
      /** The time is ISO 8601. */
      scheduledFor: z.string().optional(),
      plan: z.object({ code: z.string(), description: z.string(), amount: z.number(), currency: z.string() }),
      city: z.string(),
      history: z.array(z.object({ status: Status, at: z.string() })),
    }),
  ),
  failures: ['not_offered', 'invalid_number', 'unknown_lead', 'work_needed', 'too_many_requests'],
  // A repeated call must see the new status, so answers are not stored.
  takesKey: false,
} satisfies Operation
