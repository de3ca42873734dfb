import { hash } from 'node:crypto'
import { parseEmail } from '@nyanja/domain/forms/form'
import { homeLine, type OrderedPlan, planOffered } from '@nyanja/domain/leads/plan'
import { parseMoney } from '@nyanja/domain/money/money'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { LeadApplication } from '@nyanja/server/leads/lead'
import type { SubmitResult } from '@nyanja/server/leads/leads'
import type { TrackedLead } from '@nyanja/server/leads/tracking'
import type { z } from 'zod'
import { feasibilityAnswers, sendLeadOtp, submitLead, trackLead } from '../../../contract/lead.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { sendFailure, workOf } from './otp-api.ts'
import { serializeAmount } from './product-api.ts'

type LeadPortal = Pick<Portal, 'codes' | 'challenges' | 'leads' | 'tracking' | 'bundles' | 'market' | 'now'>
type Submitted = z.output<typeof submitLead.input>

/** A phone's clock may be ahead of the server's. */
const aheadMs = 300_000

export function serveLeads(api: Api, portal: LeadPortal): void {
  const { codes, challenges, leads, tracking, market } = portal

  serve(api, sendLeadOtp, async ({ input, client, succeed }) => {
    const number = parseMsisdn(input.msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const language = market.languages[0].code
    const request = { purpose: 'lead', msisdn: number.msisdn, subject: client, channel: client, language } as const
    const sent = await codes.send({ ...request, ...workOf(input) })
    return sent.outcome === 'sent'
      ? succeed({ refId: sent.refId, resendAfter: sent.resendInSeconds })
      : sendFailure(challenges, sent)
  })

  serve(api, submitLead, async ({ input, client, succeed }) => {
    // A proof is valid once: the same proof makes the same lead.
    const id = hash('sha256', `${client} ${input.uniqueCode}`)
    const answer = ({ outcome, reference, trackId }: SubmitResult) =>
      succeed({ refLeadId: reference, feasibility: feasibilityAnswers[outcome], trackId })
    const known = await leads.submitted(id)
    if (known !== undefined) return answer(known)
    const application = await applicationIn(portal, input, { id, client })
    if ('problem' in application) return application.problem
    const binding = { purpose: 'lead', msisdn: application.msisdn, subject: client } as const
    const proven = await codes.findProvenBinding({ uniqueCode: input.uniqueCode })
    const isTheirs = proven?.purpose === 'lead' && proven.msisdn === binding.msisdn && proven.subject === client
    if (!isTheirs) return failed('proof_missing')
    const submitted = await leads.submit(application)
    await codes.consume({ uniqueCode: input.uniqueCode }, binding)
    return answer(submitted)
  })

  serve(api, trackLead, async ({ input, succeed }) => {
    const number = parseMsisdn(input.msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const found = await tracking.find({ reference: input.refLeadId, msisdn: number.msisdn }, workOf(input))
    if (found.outcome === 'challenge')
      return failed('work_needed', { result: { challenge: found.challenge.proofOfWork } })
    const lead = found.outcome === 'found' ? await tracking.byTrackId(found.trackId) : undefined
    return lead === undefined ? failed('unknown_lead') : succeed(serializeTracked(lead))
  })
}

type Read = LeadApplication | { readonly problem: ApiAnswer }

async function applicationIn(
  portal: LeadPortal,
  input: Submitted,
  { id, client }: { readonly id: string; readonly client: string },
): Promise<Read> {
  const { market, now } = portal
  const { fullName, contactNumber, email, address, source = client, consent } = input
  const number = parseMsisdn(contactNumber, market.numbers)
  if (number.outcome !== 'valid') return { problem: failed('invalid_number') }
  const mail = email === undefined ? undefined : parseEmail(email)
  if (mail !== undefined && mail.outcome !== 'valid') return { problem: failed('invalid_email') }
  const agreedAt = Date.parse(consent.at)
  if (agreedAt > now() + aheadMs) return { problem: failed('bad_input', { values: { field: 'consent.at' } }) }
  const plan = await planIn(portal, input.plan)
  if ('problem' in plan) return plan
  return {
    ...{ id, channel: client, source, language: market.languages[0].code, fullName, plan },
    msisdn: number.msisdn,
    ...(mail && { email: mail.email }),
    address: addressOf(address, market.country),
    consent: { at: agreedAt, text: consent.text },
  }
}

/** Name and price come from the catalogue. */
async function planIn(
  { bundles, market }: LeadPortal,
  { code, amount }: Submitted['plan'],
): Promise<OrderedPlan | { readonly problem: ApiAnswer }> {
  const bundle = await bundles.bundle(code, homeLine)
  if (bundle === undefined) return { problem: failed('unknown_product') }
  const shown = amount === undefined ? bundle.price : parseMoney(amount, market.currency)
  if (shown?.minor !== bundle.price.minor) return { problem: failed('amount_differs') }
  return planOffered(bundle, market)
}

function addressOf({ street1, landmark, city, country, lat, lng }: Submitted['address'], ours: string) {
  return {
    ...{ street1, city, country: country ?? ours },
    ...(landmark !== undefined && { landmark }),
    ...(lat !== undefined && lng !== undefined && { lat, lng }),
  }
}

function serializeTracked({ reference, stage, reason, scheduledFor, plan, town, steps }: TrackedLead) {
  return {
    refLeadId: reference,
    status: stage,
    ...(reason !== undefined && { reason }),
    ...(scheduledFor !== undefined && { scheduledFor: new Date(scheduledFor).toISOString() }),
    plan: {
      ...{ code: plan.code, description: plan.description },
      ...{ amount: serializeAmount(plan.amount), currency: plan.amount.currency },
    },
    city: town,
    history: steps.map((step) => ({ status: step.stage, at: new Date(step.at).toISOString() })),
  }
}
