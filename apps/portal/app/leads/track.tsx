import { fill } from '@nyanja/domain/fill'
import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders, publicHeaders } from '../format/headers.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky } from '../ui/sky.tsx'
import type { Route } from './+types/track'
import { TrackForm } from './track-form.tsx'
import { trackStep } from './track-step.ts'
import { trackPage, trackProblem } from './track-words.ts'
import { TrackedPage } from './tracked-page.tsx'
import { trackedView } from './tracked-view.ts'

export const handle = { group: 'tracking', module: '/files/gate.js' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const trackId = url.searchParams.get('lead')
  const page = trackPage(portal, url)
  if (trackId === null) return data({ page, view: undefined, isGone: false }, { headers: publicHeaders })
  const lead = await portal.tracking.byTrackId(trackId)
  const view = lead && trackedView(portal, url, lead)
  return data({ page, view, isGone: lead === undefined }, { status: lead ? 200 : 404, headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const said = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const typed = { reference: said('reference') ?? '', msisdn: said('msisdn') ?? '' }
  const asking = { address: context.get(addressContext), solution: said('solution'), ticket: said('ticket') }
  const step = await trackStep(portal, typed, asking)
  if (step.outcome === 'found')
    return redirect(hrefsAt(url).trackedLead({ lead: step.trackId }), { status: 303, headers: privateHeaders })
  const problems = step.outcome === 'problems' ? step.problems : []
  const told = problems.map((problem) => trackProblem(portal, url, problem))
  const toll = step.outcome === 'toll' ? { ...step.demand, puzzle: JSON.stringify(step.demand.puzzle) } : undefined
  return data({ typed, problems: told, toll }, { status: toll === undefined ? 400 : 429, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Track({ loaderData: { page, view, isGone }, actionData }: Route.ComponentProps) {
  const { problems = [], typed = { reference: '', msisdn: '' }, toll } = actionData ?? {}
  if (view !== undefined && actionData === undefined) return <TrackedPage view={view} />
  const heading = problems.length > 1 ? fill(page.summaryMany, { count: problems.length }) : page.summaryOne
  return (
    <>
      <PageTitle title={page.pageTitle} />
      <Sky title={page.heading}>
        <p>{page.intro}</p>
      </Sky>
      <div className="wrap bill-page">
        {problems.length > 0 && <ErrorSummary heading={heading} problems={problems} />}
        {isGone && actionData === undefined && (
          <div className="section">
            <Note tone="wait">{page.linkGone}</Note>
          </div>
        )}
        <TrackForm
          page={page}
          typed={typed}
          errors={Object.fromEntries(problems.map(({ field, text }) => [field, text]))}
          toll={toll}
        />
      </div>
    </>
  )
}
