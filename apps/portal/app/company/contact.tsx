import { pageHeaders } from '../format/headers.ts'
import { callHref, mailHref, organisationOf } from '../organisation.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { StructuredData } from '../ui/markup.tsx'
import { task } from '../visitor-tasks.ts'
import type { Route } from './+types/contact'
import { createMessageAction, loadMessagePage, MessagePage } from './message-page.tsx'

export const handle = { group: 'form', module: 'form' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const texts = content.page('contact-translation', languageOf(url, market))
  const { customerCareNumber, contact } = market
  return loadMessagePage(portal, url, {
    form: 'contact',
    texts,
    tasks: [
      task(callHref(customerCareNumber), 'call', texts.callTitle, texts.callText),
      task(callHref(contact.elsewhereNumber), 'call', texts.elsewhereTitle, texts.elsewhereText),
      task(mailHref(contact.email), 'bill', texts.mailTitle, texts.mailText),
    ],
    screens: [
      { screen: 'shops', icon: 'pin', title: texts.shopsTitle, text: texts.shopsText },
      { screen: 'help', icon: 'help', title: texts.helpTitle, text: texts.helpText },
      { screen: 'findPayment', icon: 'find', title: texts.moneyTitle, text: texts.moneyText },
      { screen: 'feedback', icon: 'tick', title: texts.feedbackTitle, text: texts.feedbackText },
    ],
    more: { organisation: organisationOf(portal) },
  })
}

export const action = createMessageAction('contact')

export default function Contact({
  loaderData: { texts, tasks, organisation, view },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <StructuredData data={organisation} />
      <MessagePage texts={texts} tasks={tasks} view={view} notSent={actionData} />
    </>
  )
}
