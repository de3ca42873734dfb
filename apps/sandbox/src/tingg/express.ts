import { createRequest, type RequestTerms, type Simulation } from './ledger.ts'
import { type Answer, type BodyFields, notAllowed, refusal, success } from './views.ts'

const currencies: readonly string[] = ['MWK', 'USD']
const dayMs = 24 * 3_600_000

const required = [
  'customer_first_name',
  'customer_last_name',
  'account_number',
  'callback_url',
  'success_redirect_url',
  'fail_redirect_url',
] as const

const invalid = (field: string): Answer => refusal(422, `Invalid request: ${field}`)

type Check = (fields: BodyFields, simulation: Simulation) => Answer | undefined

const checks: readonly Check[] = [
  (fields, { serviceCode }) => (fields.text('service_code') === serviceCode ? undefined : notAllowed),
  (fields) => unless(fields.text('country_code') !== '', refusal(1007, 'Missing country code')),
  (fields) => unless(fields.text('merchant_transaction_id') !== '', refusal(1014, 'Missing merchant transaction id')),
  (fields) => unless(/^\d{10,15}$/.test(fields.text('msisdn')), refusal(1017, 'Invalid msisdn provided')),
  (fields) => {
    const missing = fields.firstMissing(required)
    return missing === undefined ? undefined : invalid(missing)
  },
  (fields) => unless(/^[A-Z]{3}$/.test(fields.text('country_code')), invalid('country_code')),
  (fields) => unless(/^\w{1,15}$/.test(fields.text('account_number')), invalid('account_number')),
  (fields) => unless(fields.text('merchant_transaction_id').length <= 100, invalid('merchant_transaction_id')),
  (fields) => unless(currencies.includes(fields.text('currency_code')), invalid('currency_code')),
  (fields, { limitMinor }) =>
    unless(inRange(fields.minor('request_amount'), limitMinor), refusal(1027, 'Invalid amount provided')),
  (fields) => unless(fields.text('due_date') === '' || dueAt(fields) !== undefined, invalid('due_date')),
  (fields) => {
    const bad = required.slice(3).find((name) => !isUrl(fields.text(name)))
    return bad === undefined ? undefined : invalid(bad)
  },
  (fields, { requests }) =>
    unless(
      requests.find('reference', fields.text('merchant_transaction_id')) === undefined,
      invalid('merchant_transaction_id already exists'),
    ),
]

/** Express checkout is a page of Tingg's own. */
export function raise(fields: BodyFields, simulation: Simulation): Answer {
  for (const check of checks) {
    const fault = check(fields, simulation)
    if (fault) return fault
  }
  const page = simulation.pageUrlOf(createRequest(termsIn(fields, simulation), simulation))
  return success('success', { short_url: page, long_url: `${page}?lang=en` })
}

function termsIn(fields: BodyFields, { now }: Simulation): RequestTerms {
  const text = (name: string) => fields.text(name)
  return {
    reference: text('merchant_transaction_id'),
    accountNumber: text('account_number'),
    sum: { minor: fields.minor('request_amount') ?? 0, currency: text('currency_code') },
    description: text('request_description'),
    customerName: `${text('customer_first_name')} ${text('customer_last_name')}`,
    msisdn: text('msisdn'),
    callbackUrl: text('callback_url'),
    successUrl: text('success_redirect_url'),
    failUrl: text('fail_redirect_url'),
    expiresAtMs: dueAt(fields) ?? now().getTime() + dayMs,
  }
}

const unless = (isFine: boolean, fault: Answer): Answer | undefined => (isFine ? undefined : fault)

const inRange = (minor: number | undefined, limitMinor: number): boolean => minor !== undefined && minor <= limitMinor

const isUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Formats a time as `2026-11-20 10:30:00`, in UTC. */
function dueAt(fields: BodyFields): number | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(fields.text('due_date')) ?? []
  const at = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(at) ? undefined : at
}
