import { data } from 'react-router'
import { organisationOf } from '../company/organisation.ts'
import { pageHeaders, publicHeaders, soonStaleHeaders } from '../format/headers.ts'
import { offerView } from '../home-internet/offer-view.ts'
import { hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { IncidentBanner } from '../ui/incident-banner.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { TaskList } from '../ui/task-list.tsx'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/home'
import { Banner } from './banner.tsx'
import { methodsNow, troubleWithPaying } from './home-payment-methods.ts'
import { InternetCard } from './internet-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { QuickRecharge } from './quick-recharge.tsx'
import { bundlesHref, otherTasksOf } from './tasks.ts'

export const handle = { group: 'content' }

export const headers = pageHeaders

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('website-homepage-config', language)
  const prefix = languagePrefixOf(url.pathname)
  const to = hrefs(prefix)
  const careNumber = market.customerCareNumber
  const ways = await methodsNow(portal, content.page('orp-translation', language))
  const href = market.publicServiceStatus ? to.serviceStatus() : ''
  const trouble = ways && troubleWithPaying(ways, { texts, careNumber, href })
  return data(
    {
      texts,
      prefix,
      countryCode: market.numbers.countryCode,
      action: to.recharge(),
      bundles: bundlesHref(prefix),
      trouble,
      internet: await offerView(portal, url),
      organisation: organisationOf(portal),
      tasks: otherTasksOf({ texts, prefix, careNumber }),
    },
    { headers: trouble === undefined ? publicHeaders : soonStaleHeaders },
  )
}

export default function Home({
  loaderData: { texts, prefix, countryCode, action, bundles, trouble, internet, organisation, tasks },
}: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.heading} />
      <StructuredData data={organisation} />
      {trouble !== undefined && (
        <div className="wrap incident">
          <IncidentBanner {...trouble} />
        </div>
      )}
      <Banner prefix={prefix} texts={texts} />
      <QuickRecharge action={action} countryCode={countryCode} texts={texts} />
      {tasks.length > 0 && (
        <section className="wrap">
          <h2 className="section">{texts.elseHeading}</h2>
          <TaskList tasks={tasks} isWide />
        </section>
      )}
      <InternetCard offer={internet} texts={texts} />
      <MoneyCard topUpHref="#msisdn" bundlesHref={bundles} texts={texts} />
    </>
  )
}
