import { data } from 'react-router'
import { pageHeaders } from '../format/headers.ts'
import { callHref, mailHref, organisationOf } from '../organisation.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import {
  headersOf,
  outcomeOf,
  SubmissionForm,
  sendSubmission,
  submissionView,
} from '../submissions/submission-form.tsx'
import { StructuredData } from '../ui/markup.tsx'
import { openTasks, task } from '../visitor-tasks.ts'
import type { Route } from './+types/contact'
import { CompanyPage } from './company-page.tsx'

export const handle = { group: 'form', module: 'form' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const texts = content.page('contact-translation', languageOf(url, market))
  const { customerCareNumber, contact } = market
  const tasks = [
    task(callHref(customerCareNumber), 'call', texts.callTitle, texts.callText),
    task(callHref(contact.elsewhereNumber), 'call', texts.elsewhereTitle, texts.elsewhereText),
    task(mailHref(contact.email), 'bill', texts.mailTitle, texts.mailText),
    ...openTasks(
      [
        { screen: 'shops', icon: 'pin', title: texts.shopsTitle, text: texts.shopsText },
        { screen: 'help', icon: 'help', title: texts.helpTitle, text: texts.helpText },
        { screen: 'findPayment', icon: 'find', title: texts.moneyTitle, text: texts.moneyText },
        { screen: 'feedback', icon: 'tick', title: texts.feedbackTitle, text: texts.feedbackText },
      ],
      languagePrefixOf(url.pathname),
      market,
    ),
  ]
  const view = submissionView(portal, url, 'contact')
  return data({ texts, tasks, organisation: organisationOf(portal), view }, { headers: headersOf(view) })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return sendSubmission(context.get(portalContext), 'contact', { request, url, clientIp: context.get(clientIpContext) })
}

export default function Contact({
  loaderData: { texts, tasks, organisation, view },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <StructuredData data={organisation} />
      <CompanyPage texts={texts} tasks={tasks} outcome={outcomeOf(view, actionData)}>
        <SubmissionForm view={view} notSent={actionData} />
      </CompanyPage>
    </>
  )
}
