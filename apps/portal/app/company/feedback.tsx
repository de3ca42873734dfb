import { pageHeaders } from '../format/headers.ts'
import { callHref, mailHref } from '../organisation.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { task } from '../visitor-tasks.ts'
import type { Route } from './+types/feedback'
import { createMessageAction, loadMessagePage, MessagePage } from './message-page.tsx'

export const handle = { group: 'form', module: 'form' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const texts = content.page('feedback-translation', languageOf(url, market))
  const { customerCareNumber, contact } = market
  return loadMessagePage(portal, url, {
    form: 'feedback',
    texts,
    tasks: [
      task(callHref(customerCareNumber), 'call', texts.callTitle, texts.callText),
      task(mailHref(contact.email, texts.mailSubject), 'bill', texts.mailTitle, texts.mailText),
    ],
    screens: [
      { screen: 'shops', icon: 'pin', title: texts.shopsTitle, text: texts.shopsText },
      { screen: 'findPayment', icon: 'find', title: texts.moneyTitle, text: texts.moneyText },
    ],
    more: {},
  })
}

export const action = createMessageAction('feedback')

export default function Feedback({ loaderData: { texts, tasks, view }, actionData }: Route.ComponentProps) {
  return <MessagePage texts={texts} tasks={tasks} view={view} notSent={actionData} />
}
