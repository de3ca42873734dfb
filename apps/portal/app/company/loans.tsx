import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { callHref } from '../organisation.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { openTasks, task } from '../visitor-tasks.ts'
import type { Route } from './+types/loans'
import { CompanyPage } from './company-page.tsx'

export const handle = { group: 'prose' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
  const texts = content.page('loans-translation', languageOf(url, market))
  const tasks = [
    task(callHref(market.contact.moneyDial), 'phone', texts.dialTitle, texts.dialText),
    task(callHref(market.customerCareNumber), 'call', texts.callTitle, texts.callText),
    ...openTasks(
      [{ screen: 'shops', icon: 'pin', title: texts.shopsTitle, text: texts.shopsText }],
      languagePrefixOf(url.pathname),
      market,
    ),
  ]
  return data({ texts, tasks }, { headers: publicHeaders })
}

export default function Loans({ loaderData: { texts, tasks } }: Route.ComponentProps) {
  return <CompanyPage texts={texts} tasks={tasks} />
}
