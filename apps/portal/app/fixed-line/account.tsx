import { orderFlowNamed } from '@nyanja/domain/payments/payment-options'
import { fill } from '@nyanja/domain/texts/fill'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { readChallengeAnswer, toChallengeView } from '../challenge/challenge-note.tsx'
import { pageHeaders, privateHeaders, publicHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Note } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/account'
import { AccountForm } from './account-form.tsx'
import { accountStep } from './account-step.ts'
import { accountPage, accountProblem } from './account-texts.ts'

export const handle = { group: 'fixedLine' }

/** How the visitor came: a choice that reveals nothing about the visitor. */
const flowIn = ({ searchParams }: URL) => orderFlowNamed(searchParams.get('flow') ?? undefined)

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const flow = flowIn(url)
  const isGone = url.searchParams.has('ended')
  return data(
    { page: accountPage(portal, url, flow), isEnterprise: flow === 'ENTERPRISE', isGone },
    { headers: publicHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const typed = { account: readField(form, 'account'), email: readField(form, 'email') }
  const asksEmail = form.has('email')
  const step = await accountStep(portal, {
    account: typed.account,
    email: asksEmail ? typed.email : undefined,
    flow: flowIn(url),
    language: languageOf(url, portal.market),
    asking: { address: context.get(addressContext), ...readChallengeAnswer(form) },
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
  const { page, isEnterprise, isGone } = loaderData
  const { problems = [], typed = { account: '', email: '' }, asksEmail = !isEnterprise, challenge } = actionData ?? {}
  const heading = problems.length > 1 ? fill(page.summaryMany, { count: problems.length }) : page.summaryOne
  return (
    <>
      <PageTitle title={page.heading} />
      <PageHero title={page.heading} meta={<p>{page.step}</p>} progressMark={<ProgressMark level={34} />}>
        <p>{page.intro}</p>
      </PageHero>
      <div className="wrap bill-page">
        {problems.length > 0 && <ErrorSummary heading={heading} problems={problems} />}
        {isGone && actionData === undefined && (
          <div className="section">
            <Note tone="wait">{page.orderGone}</Note>
          </div>
        )}
        <AccountForm
          page={page}
          asksEmail={asksEmail}
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
