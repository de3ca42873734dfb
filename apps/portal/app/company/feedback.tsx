import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/feedback'
import { CompanyPage } from './company-page.tsx'
import { callHref, mailHref, openTasks, task } from './ways-to-ask.ts'

export const handle = { group: 'words' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
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
    ),
  ]
  return data({ texts, tasks }, { headers: publicHeaders })
}

export default function Feedback({ loaderData: { texts, tasks } }: Route.ComponentProps) {
  return <CompanyPage texts={texts} tasks={tasks} />
}
