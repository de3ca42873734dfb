import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/privacy'
import { CompanyPage } from './company-page.tsx'

export const handle = { group: 'prose' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
  return data({ texts: content.page('privacy-policy-config', languageOf(url, market)) }, { headers: publicHeaders })
}

export default function Privacy({ loaderData: { texts } }: Route.ComponentProps) {
  return <CompanyPage texts={texts} meta={texts.updated} />
}
