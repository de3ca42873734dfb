import type { TrackAsking } from '@nyanja/server/leads/tracking'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { readChallengeAnswer, toChallengeView } from '../challenge/challenge-view.ts'
import { pageHeaders, privateHeaders, publicHeaders } from '../format/headers.ts'
import { readField } from '../format/read-field.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/track'
import { FindPage } from './find-page.tsx'
import { type PayRequest, payStep } from './pay-step.ts'
import { type TrackTyped, trackStep } from './track-step.ts'
import { trackPage, trackProblem } from './track-texts.ts'
import { TrackedPage } from './tracked-page.tsx'
import { trackedView } from './tracked-view.ts'

export const handle = { group: 'tracking' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const trackId = url.searchParams.get('lead')
  if (trackId === null) return data({ page: trackPage(portal, url), isGone: false }, { headers: publicHeaders })
  const lead = await portal.tracking.byTrackId(trackId)
  return lead === undefined
    ? data({ page: trackPage(portal, url), isGone: true }, { status: 404, headers: privateHeaders })
    : data({ view: await trackedView(portal, url, lead) }, { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const asking = { address: context.get(addressContext), ...readChallengeAnswer(form) }
  const trackId = url.searchParams.get('lead') ?? ''
  const lead = await portal.tracking.byTrackId(trackId)
  const msisdn = readField(form, 'msisdn')
  return lead === undefined
    ? find(portal, url, { typed: { reference: readField(form, 'reference'), msisdn }, asking })
    : pay(portal, url, { trackId, lead, typed: msisdn, asking })
}

const go = (to: string) => redirect(to, { status: 303, headers: privateHeaders })
const answer = <Reported,>(reported: Reported, isPriced: boolean) =>
  data(reported, { status: isPriced ? 429 : 400, headers: privateHeaders })

async function find(
  portal: Portal,
  url: URL,
  { typed, asking }: { readonly typed: TrackTyped; readonly asking: TrackAsking },
) {
  const step = await trackStep(portal, typed, asking)
  if (step.outcome === 'found') return go(hrefsAt(url).trackedLead({ lead: step.trackId }))
  if (step.outcome === 'challenge')
    return answer({ find: { typed, problems: [], challenge: toChallengeView(step.challenge) } }, true)
  const problems = step.problems.map((problem) => trackProblem(portal, url, problem))
  return answer({ find: { typed, problems } }, false)
}

async function pay(portal: Portal, url: URL, trackRequest: PayRequest) {
  const step = await payStep(portal, url, trackRequest)
  if ('to' in step) return go(step.to)
  const { typed } = trackRequest
  return 'challenge' in step
    ? answer({ pay: { typed, challenge: toChallengeView(step.challenge) } }, true)
    : answer({ pay: { typed, error: trackProblem(portal, url, step.problem).text } }, false)
}

export const headers = pageHeaders

export default function Track({ loaderData, actionData }: Route.ComponentProps) {
  const paying = actionData !== undefined && 'pay' in actionData ? actionData.pay : undefined
  const finding = actionData !== undefined && 'find' in actionData ? actionData.find : undefined
  if ('view' in loaderData) return <TrackedPage view={loaderData.view} answer={paying} />
  const { page, isGone } = loaderData
  return <FindPage page={page} isGone={isGone && finding === undefined} answer={finding} />
}
