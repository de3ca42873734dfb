import { data } from 'react-router'
import { organisationOf } from '../company/organisation.ts'
import { pageHeaders, publicHeaders, soonStaleHeaders } from '../format/headers.ts'
import { offerView } from '../home-internet/offer-view.ts'
import { hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { IncidentBanner } from '../ui/incident-banner.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky, Sun } from '../ui/sky.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { Tag } from '../ui/tag.tsx'
import { TaskList } from '../ui/task-list.tsx'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/home'
import { InternetCard } from './internet-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { QuickRecharge } from './quick-recharge.tsx'
import { bundlesHref, otherTasksOf } from './tasks.ts'
import { troubleWithPaying, waysNow } from './ways-to-pay.ts'

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
  const ways = await waysNow(portal, content.page('orp-translation', language))
  const href = market.publicServiceStatus ? to.serviceStatus() : ''
  const trouble = ways && troubleWithPaying(ways, { texts, careNumber, href })
  return data(
    {
      texts,
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

/** Would push the form below the first screen of a small phone at the size of a short one. */
const isLong = (heading: string) => heading.length > 18

export default function Home({
  loaderData: { texts, countryCode, action, bundles, trouble, internet, organisation, tasks },
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
      <Sky
        className={isLong(texts.heading) ? 'hero long' : 'hero'}
        meta={<Tag>{texts.badge}</Tag>}
        title={texts.heading}
        sun={<Sun level={60} />}
      >
        <p>{texts.subHeading}</p>
      </Sky>
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
