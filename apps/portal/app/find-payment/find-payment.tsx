import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { readChallengeAnswer, toChallengeView } from '../challenge/challenge-note.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { filledIn, forgetSaved, numberPageHeaders, savedChoice } from '../saved-numbers/saved-choice.ts'
import type { Problem } from '../ui/error-summary.tsx'
import type { Route } from './+types/find-payment'
import { type FindAnswer, FindForm } from './find-form.tsx'
import { findPage, findProblem, findStep, mailedText, notSentText } from './find-step.ts'
export const handle = { group: 'tracking' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = findPage(portal, url)
  const saved = await savedChoice(portal, request, url)
  const hasEnded = url.searchParams.has('ended')
  return data({ page, saved, hasEnded }, { headers: hasEnded ? privateHeaders : numberPageHeaders(saved) })
}

/** The typed values stay in the form: no number and no e-mail address gets into an address. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const typed = {
    reference: readField(form, 'reference'),
    msisdn: readField(form, 'msisdn'),
    email: readField(form, 'email'),
  }
  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten
  const filled = await filledIn(portal, request, { form })
  if (filled !== undefined)
    return data<FindAnswer>({ typed: { ...typed, msisdn: filled }, problems: [] }, { headers: privateHeaders })

  const requester = {
    clientIp: context.get(clientIpContext),
    language: languageOf(url, portal.market),
    ...readChallengeAnswer(form),
  }
  const problemsOf = (problems: readonly Problem[], status = 400) =>
    data<FindAnswer>({ typed, problems }, { status, headers: privateHeaders })

  const step = await findStep(portal, typed, requester)
  switch (step.outcome) {
    case 'sent':
      return redirect(hrefsAt(url).findPaymentCode({ ref: step.refId }), { status: 303, headers: privateHeaders })
    case 'mailed':
      return data<FindAnswer>({ mailed: mailedText(portal, url, typed.email) }, { headers: privateHeaders })
    case 'challenge':
      return data<FindAnswer>(
        { typed, problems: [], challenge: toChallengeView(step.challenge) },
        { status: 429, headers: privateHeaders },
      )
    case 'problems':
      return problemsOf(step.problems.map((problem) => findProblem(portal, url, problem)))
    default:
      return problemsOf([{ field: 'msisdn', text: notSentText(portal, url, step) }], 429)
  }
}

export const headers = pageHeaders

export default function FindPayment({ loaderData: { page, saved, hasEnded }, actionData }: Route.ComponentProps) {
  return <FindForm page={page} saved={saved} hasEnded={hasEnded} answer={actionData} />
}
