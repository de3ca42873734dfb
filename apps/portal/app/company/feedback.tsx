import { data } from 'react-router'
import { pageHeaders } from '../format/headers.ts'
import { callHref, mailHref } from '../organisation.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import {
  headersOf,
  outcomeOf,
  SubmissionForm,
  sendSubmission,
  submissionView,
} from '../submissions/submission-form.tsx'
import { openTasks, task } from '../visitor-tasks.ts'
import type { Route } from './+types/feedback'
import { CompanyPage } from './company-page.tsx'

export const handle = { group: 'form', module: 'form' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const texts = content.page('feedback-translation', languageOf(url, market))
  const { customerCareNumber, contact } = market
  const tasks = [
    task(callHref(customerCareNumber), 'call', texts.callTitle, texts.callText),
    task(mailHref(contact.email, texts.mailSubject), 'bill', texts.mailTitle, texts.mailText),
    ...openTasks(
      [
        { screen: 'shops', icon: 'pin', title: texts.shopsTitle, text: texts.shopsText },
        { screen: 'findPayment', icon: 'find', title: texts.moneyTitle, text: texts.moneyText },
      ],
      languagePrefixOf(url.pathname),
      market,
    ),
  ]
  const view = submissionView(portal, url, 'feedback')
  return data({ texts, tasks, view }, { headers: headersOf(view) })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return sendSubmission(context.get(portalContext), 'feedback', {
    request,
    url,
    clientIp: context.get(clientIpContext),
  })
}

export default function Feedback({ loaderData: { texts, tasks, view }, actionData }: Route.ComponentProps) {
  return (
    <CompanyPage texts={texts} tasks={tasks} outcome={outcomeOf(view, actionData)}>
      <SubmissionForm view={view} notSent={actionData} />
    </CompanyPage>
  )
}
