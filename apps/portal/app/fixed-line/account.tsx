import { orderFlowNamed } from '@nyanja/domain/payments/payment-options'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import {
  ChallengeNote,
  type ChallengeView,
  readChallengeAnswer,
  toChallengeView,
} from '../challenge/challenge-note.tsx'
import { PostForm } from '../form/post-form.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { SavedChips } from '../saved-numbers/saved-chips.tsx'
import {
  filledIn,
  forgetSaved,
  numberPageHeaders,
  type SavedChoice,
  savedChoice,
} from '../saved-numbers/saved-choice.ts'
import { EnterButton } from '../ui/button.tsx'
import { ProblemSummary } from '../ui/error-summary.tsx'
import { Field, ReferenceField } from '../ui/field.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/account'
import { accountStep } from './account-step.ts'
import type { AccountPage } from './account-texts.ts'
import { accountPage, accountProblem } from './account-texts.ts'

export const handle = { group: 'fixedLine' }

/** The flow tells how the visitor came: a choice that reveals nothing about the visitor. */
const flowIn = ({ searchParams }: URL) => orderFlowNamed(searchParams.get('flow') ?? undefined)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const flow = flowIn(url)
  const isGone = url.searchParams.has('ended')
  const saved = await savedChoice(portal, request, url, 'accounts')
  return data(
    { page: accountPage(portal, url, flow), saved, isEnterprise: flow === 'ENTERPRISE', isGone },
    { headers: numberPageHeaders(saved) },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const typed = { account: readField(form, 'account'), email: readField(form, 'email') }
  const asksEmail = form.has('email')
  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten
  const account = await filledIn(portal, request, { form, kind: 'accounts' })
  if (account !== undefined)
    return data(
      { typed: { ...typed, account }, asksEmail, problems: [], challenge: undefined },
      { headers: privateHeaders },
    )
  const step = await accountStep(portal, {
    account: typed.account,
    email: asksEmail ? typed.email : undefined,
    flow: flowIn(url),
    language: languageOf(url, portal.market),
    requester: { clientIp: context.get(clientIpContext), ...readChallengeAnswer(form) },
  })
  if (step.outcome === 'order')
    return redirect(hrefsAt(url).invoices({ order: step.order.id }), { status: 303, headers: privateHeaders })
  const problems = step.outcome === 'problems' ? step.problems : []
  const reported = problems.map((problem) => accountProblem(portal, url, problem))
  const challenge = step.outcome === 'challenge' ? toChallengeView(step.challenge) : undefined
  return data(
    { typed, asksEmail: asksEmail || problems.includes('email_missing'), problems: reported, challenge },
    { status: challenge === undefined ? 400 : 429, headers: privateHeaders },
  )
}

export const headers = pageHeaders

export default function FixedLineAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { page, saved, isEnterprise, isGone } = loaderData
  const { problems = [], typed = { account: '', email: '' }, asksEmail = !isEnterprise, challenge } = actionData ?? {}
  return (
    <>
      <PageTitle title={page.heading} />
      <PageHero title={page.heading} meta={<p>{page.step}</p>} progressMark={<ProgressMark level={34} />}>
        <p>{page.intro}</p>
      </PageHero>
      <div className="wrap bill-page">
        <ProblemSummary texts={page} problems={problems} />
        {isGone && actionData === undefined && <NoteSection tone="wait">{page.orderGone}</NoteSection>}
        <AccountForm
          page={page}
          saved={saved}
          asksEmail={asksEmail}
          isLookedUp={isEnterprise && asksEmail}
          typed={typed}
          errors={Object.fromEntries(problems.map(({ field, text }) => [field, text]))}
          challenge={challenge}
        />
        <p className="section">
          <a className="link" href={page.other.href}>
            {page.other.text}
          </a>
        </p>
      </div>
    </>
  )
}

interface AccountFormProps {
  readonly page: AccountPage
  readonly saved: SavedChoice | undefined
  /** A company's address is required only where billing has none. */
  readonly asksEmail: boolean
  /** The operator's address for the account is unknown before a look-up. */
  readonly isLookedUp: boolean
  readonly typed: { readonly account: string; readonly email: string }
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly challenge?: ChallengeView
}

function AccountForm({ page, saved, asksEmail, isLookedUp, typed, errors, challenge }: AccountFormProps) {
  return (
    <PostForm noValidate data-rules={page.rules} data-challenge={challenge?.proofOfWork}>
      {saved && <EnterButton>{page.show}</EnterButton>}
      <ReferenceField
        id="account"
        label={page.accountLabel}
        hint={page.accountHint}
        error={errors.account}
        defaultValue={typed.account}
        data-needs="^[PE]{1,2}\d{10}$"
        data-wrong={page.accountWrong}
      >
        <SavedChips saved={saved} />
      </ReferenceField>
      {asksEmail && (
        <Field
          id="email"
          label={page.emailLabel}
          hint={page.emailHint}
          error={errors.email}
          type="email"
          autoComplete="email"
          defaultValue={typed.email}
          data-kind="email"
          data-wrong={page.emailWrong}
          data-empty={isLookedUp ? page.emailMissing : page.emailRequired}
        />
      )}
      {challenge !== undefined && <ChallengeNote page={page} view={challenge} />}
      <SubmitField needs={[page.accountLabel, ...(asksEmail ? [page.emailLabel] : [])]}>{page.show}</SubmitField>
    </PostForm>
  )
}
