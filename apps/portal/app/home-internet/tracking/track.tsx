import type { TrackRequester } from '@nyanja/server/leads/tracking'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../../server/portal.ts'
import {
  ChallengeNote,
  type ChallengeView,
  readChallengeAnswer,
  toChallengeView,
} from '../../challenge/challenge-note.tsx'
import { sendHref } from '../../form/send-href.ts'
import { SubmitField } from '../../form/submit-field.tsx'
import { pageHeaders, privateHeaders } from '../../format/headers.ts'
import { hrefsAt } from '../../order/order-page.ts'
import { clientIpContext, portalContext } from '../../portal-context.ts'
import { SavedChips } from '../../saved-numbers/saved-chips.tsx'
import {
  filledIn,
  forgetSaved,
  numberPageHeaders,
  type SavedChoice,
  savedChoice,
} from '../../saved-numbers/saved-choice.ts'
import { BackLink, ButtonLink, EnterButton } from '../../ui/button.tsx'
import { type Problem, ProblemSummary } from '../../ui/error-summary.tsx'
import { PhoneField, ReferenceField } from '../../ui/field.tsx'
import { Note, NoteSection } from '../../ui/notes.tsx'
import { Facts, OrderSummary } from '../../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../../ui/page-hero.tsx'
import { StepTimeline, TaskList } from '../../ui/step-timeline.tsx'
import type { Route } from './+types/track'
import { type PayAnswer, PayForm, type PayRequest, payStep } from './pay-form.tsx'
import { type TrackPage, type TrackTyped, trackPage, trackProblem, trackStep } from './track-texts.ts'
import { type TrackedView, trackedView } from './tracked-view.ts'

interface TrackFormProps {
  readonly page: TrackPage
  readonly saved: SavedChoice | undefined
  readonly typed: TrackTyped
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly challenge: ChallengeView | undefined
}

export function TrackForm({ page, saved, typed, errors, challenge }: TrackFormProps) {
  return (
    <form
      method="post"
      action={sendHref(page.here)}
      noValidate
      data-rules={page.rules}
      data-challenge={challenge?.proofOfWork}
    >
      {saved && <EnterButton>{page.find}</EnterButton>}
      <ReferenceField
        id="reference"
        label={page.referenceLabel}
        hint={page.referenceHint}
        error={errors.reference}
        defaultValue={typed.reference}
        data-needs="\w{8}$"
        data-wrong={page.referenceExample}
        data-empty={page.referenceMissing}
      />
      <PhoneField
        label={page.phoneLabel}
        hint={page.phoneHint}
        error={errors.msisdn}
        prefix={page.prefix}
        defaultValue={typed.msisdn}
      >
        <SavedChips saved={saved} />
      </PhoneField>
      {challenge !== undefined && <ChallengeNote page={page} view={challenge} />}
      <SubmitField needs={[page.referenceLabel, page.phoneLabel]}>{page.find}</SubmitField>
    </form>
  )
}

interface FindPageProps {
  readonly page: TrackPage
  readonly saved: SavedChoice | undefined
  /** The link led to no order. */
  readonly isGone: boolean
  readonly answer:
    | { readonly typed: TrackTyped; readonly problems: readonly Problem[]; readonly challenge?: ChallengeView }
    | undefined
}

/** Asks for the order, and for its number. */
export function FindPage({ page, saved, isGone, answer }: FindPageProps) {
  const { problems = [], typed = { reference: '', msisdn: '' }, challenge } = answer ?? {}
  return (
    <>
      <PageTitle title={page.pageTitle} />
      <PageHero title={page.heading}>
        <p>{page.intro}</p>
      </PageHero>
      <div className="wrap bill-page">
        <ProblemSummary texts={page} problems={problems} />
        {isGone && <NoteSection tone="wait">{page.linkGone}</NoteSection>}
        <TrackForm
          page={page}
          saved={saved}
          typed={typed}
          errors={Object.fromEntries(problems.map(({ field, text }) => [field, text]))}
          challenge={challenge}
        />
      </div>
    </>
  )
}

interface TrackedPageProps {
  readonly view: TrackedView
  readonly saved: SavedChoice | undefined
  readonly answer: PayAnswer | undefined
}

/** Shows the progress of one order: present, past and next steps. */
export function TrackedPage({ view, saved, answer }: TrackedPageProps) {
  const { labels, heading, text, progressMark, money } = view
  return (
    <>
      <PageTitle title={`${heading}: ${view.reference}`} />
      <meta name="robots" content="noindex" />
      <PageHero
        title={heading}
        meta={<BackLink href={view.anotherHref} text={labels.another} />}
        progressMark={
          progressMark && (
            <ProgressMark level={progressMark} {...(progressMark === 'complete' && { icon: 'tick' as const })} />
          )
        }
      >
        <p>{text}</p>
      </PageHero>
      <div className="wrap columns tracked">
        <section aria-labelledby="steps">
          {money.map((paid) => (
            <Note key={paid.id} tone={paid.tone}>
              <b>{paid.heading}</b> {paid.text}
            </Note>
          ))}
          <h2 id="steps">{labels.steps}</h2>
          <StepTimeline steps={view.steps} />
          {view.pay && <PayForm labels={view.pay} here={view.here} saved={saved} answer={answer} />}
          {view.offer !== undefined && <ButtonLink href={view.offer}>{labels.orderAgain}</ButtonLink>}
        </section>
        <div className="section side">
          <OrderSummary>
            <h2>{labels.yourOrder}</h2>
            <p className="reference">{view.reference}</p>
            <Facts facts={view.facts} />
          </OrderSummary>
          <h2>{labels.helpHeading}</h2>
          <TaskList tasks={view.help} />
        </div>
      </div>
    </>
  )
}

export const handle = { group: 'tracking' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const trackId = url.searchParams.get('lead')
  const saved = await savedChoice(portal, request, url)
  if (trackId === null)
    return data({ page: trackPage(portal, url), saved, isGone: false }, { headers: numberPageHeaders(saved) })
  const lead = await portal.tracking.byTrackId(trackId)
  return lead === undefined
    ? data({ page: trackPage(portal, url), saved, isGone: true }, { status: 404, headers: privateHeaders })
    : data({ view: await trackedView(portal, url, lead), saved }, { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten
  const filled = await filledIn(portal, request, { form })
  const requester = { clientIp: context.get(clientIpContext), ...readChallengeAnswer(form) }
  const trackId = url.searchParams.get('lead') ?? ''
  const lead = await portal.tracking.byTrackId(trackId)
  const msisdn = filled ?? readField(form, 'msisdn')
  const typed = { reference: readField(form, 'reference'), msisdn }
  if (filled !== undefined) {
    const answer = lead === undefined ? { find: { typed, problems: [] } } : { pay: { typed: filled } }
    return data(answer, { headers: privateHeaders })
  }
  return lead === undefined
    ? find(portal, url, { typed, requester })
    : pay(portal, url, { trackId, lead, typed: msisdn, requester })
}

const go = (to: string) => redirect(to, { status: 303, headers: privateHeaders })
const answer = <Body,>(body: Body, isChallenged: boolean) =>
  data(body, { status: isChallenged ? 429 : 400, headers: privateHeaders })

async function find(
  portal: Portal,
  url: URL,
  { typed, requester }: { readonly typed: TrackTyped; readonly requester: TrackRequester },
) {
  const step = await trackStep(portal, typed, requester)
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
  if ('view' in loaderData) return <TrackedPage view={loaderData.view} saved={loaderData.saved} answer={paying} />
  const { page, saved, isGone } = loaderData
  return <FindPage page={page} saved={saved} isGone={isGone && finding === undefined} answer={finding} />
}
