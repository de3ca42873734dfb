import { data, redirect, useLocation } from 'react-router'
import { sendHref } from '../form/send-href.ts'
import { pageHeaders, privateHeaders, publicHeaders, soonStaleHeaders } from '../format/headers.ts'
import { BeginForm } from '../home-internet/begin-form.tsx'
import { DeviceCard } from '../home-internet/device-card.tsx'
import { offerView } from '../home-internet/plan-view.ts'
import { hrefs } from '../hrefs.ts'
import { actOnNumber } from '../number-pages.ts'
import { organisationOf } from '../organisation.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { keptPurchases } from '../saved-numbers/kept-purchases.ts'
import { forgetSaved, numbersOn, type SavedChoice, savedChoice } from '../saved-numbers/saved-choice.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { StructuredData } from '../ui/markup.tsx'
import { IncidentBanner } from '../ui/notes.tsx'
import { OrderSummary } from '../ui/order-summary.tsx'
import { PageTitle } from '../ui/page-hero.tsx'
import { StepTimeline, TaskList } from '../ui/step-timeline.tsx'
import { bundlesHref, otherTasksOf } from '../visitor-tasks.ts'
import type { Route } from './+types/home'
import { Banner, bannerLinks } from './banner.tsx'
import { methodsNow, troubleWithPaying } from './home-payment-methods.ts'
import { choiceIn, QuickRecharge } from './quick-recharge.tsx'

interface InternetCardProps {
  readonly offer: Awaited<ReturnType<typeof offerView>>
  readonly texts: Readonly<
    Record<'imageCardTitle' | 'imageCardTextNoPrice' | 'imageCardButton' | 'internetForAll' | 'internetMore', string>
  >
}

/** Offers home internet on the home page. */
export function InternetCard({ offer: { device, from, fee, action }, texts }: InternetCardProps) {
  return (
    <section className="wrap columns even card">
      <div>
        <h2>{texts.imageCardTitle}</h2>
        <p>
          {texts.imageCardTextNoPrice} {from !== undefined && `${from}.`} {texts.internetForAll}
        </p>
        <p>{fee}</p>
        <BeginForm action={action} text={texts.imageCardButton} variant="second" from="home" />
        <p>
          <a className="link" href={action}>
            {texts.internetMore}
          </a>
        </p>
      </div>
      <DeviceCard device={device} />
    </section>
  )
}

interface MoneyCardProps {
  /** The link back to the number. */
  readonly topUpHref: string
  /** Undefined where no bundles are sold. */
  readonly bundlesHref: string | undefined
  readonly texts: Readonly<
    Record<
      | 'followHeading'
      | 'followText'
      | 'followExample'
      | 'followPaid'
      | 'followSent'
      | 'followBack'
      | 'followBackText'
      | 'heroTopUp'
      | 'heroBundle',
      string
    >
  >
}

/** Shows what happens to the money, with a payment drawn as its page draws it. */
export function MoneyCard({ topUpHref, bundlesHref, texts }: MoneyCardProps) {
  return (
    <section className="wrap columns even card">
      <div>
        <h2>{texts.followHeading}</h2>
        <p>{texts.followText}</p>
        <p className="row">
          <ButtonLink variant="second" href={topUpHref}>
            {texts.heroTopUp}
          </ButtonLink>{' '}
          {bundlesHref !== undefined && (
            <ButtonLink variant="second" href={bundlesHref}>
              {texts.heroBundle}
            </ButtonLink>
          )}
        </p>
      </div>
      <figure>
        <OrderSummary>
          <figcaption className="hint">{texts.followExample}</figcaption>
          <StepTimeline
            steps={[
              { state: 'done', title: texts.followPaid, time: '14:05:12' },
              { state: 'done', title: texts.followSent, time: '14:05:31' },
              { state: 'next', title: texts.followBack, text: texts.followBackText, icon: 'return' },
            ]}
          />
        </OrderSummary>
      </figure>
    </section>
  )
}

export const handle = { group: 'content' }

export const headers = pageHeaders

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('website-homepage-config', language)
  const prefix = languagePrefixOf(url.pathname)
  const to = hrefs(prefix)
  const careNumber = market.customerCareNumber
  const methods = await methodsNow(portal, content.page('orp-translation', language))
  const href = market.publicServiceStatus ? to.serviceStatus() : ''
  const trouble = methods && troubleWithPaying(methods, { texts, careNumber, href })
  const saved = await savedChoice(portal, request, url)
  return data(
    {
      texts,
      countryCode: market.numbers.countryCode,
      summaryOne: content.page('errors-translation', language).summaryOne,
      sells: market.sells,
      banner: bannerLinks(prefix, market),
      bundles: market.sells.includes('bundle') ? bundlesHref(prefix) : undefined,
      trouble,
      internet: market.sells.includes('plan') ? await offerView(portal, url) : undefined,
      organisation: organisationOf(portal),
      tasks: otherTasksOf({ texts, prefix, market }),
      startScreen: {
        manifest: to.webManifest(),
        icon: market.look === undefined ? '/files/icon-192.png' : '/apple-touch-icon.png',
      },
      saved,
      purchases: saved && (await keptPurchases(portal, url, await numbersOn(portal, request))),
    },
    { headers: headersOf(saved, trouble !== undefined) },
  )
}

/** Returns the headers of a page that is public, but for visitors who have saved numbers. */
function headersOf(saved: SavedChoice | undefined, hasTrouble: boolean) {
  if (saved !== undefined) return privateHeaders
  return { ...(hasTrouble ? soonStaleHeaders : publicHeaders), vary: 'cookie' }
}

/** Begins an order on the page of the choice. A fault of the number is shown here, where the choice is. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten
  const choice = choiceIn(form, portal.market.sells)
  const acted = await actOnNumber(portal, choice.page, { request, url, form, clientIp: context.get(clientIpContext) })
  if ('to' in acted) return redirect(acted.to + (choice.part ?? ''), { status: 303, headers: privateHeaders })
  return data({ ...acted.answer, kind: choice.value }, { status: acted.status, headers: privateHeaders })
}

/** The address names the index of a language, or a form would be posted to its layout. */
function useIndexHref(): string {
  const { pathname, search } = useLocation()
  return sendHref(`${pathname}?index${search.includes('sent') ? '&sent' : ''}`)
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, countryCode, summaryOne, sells, banner, bundles, trouble, internet, organisation, tasks } = loaderData
  const { saved, purchases = [], startScreen } = loaderData
  const action = useIndexHref()
  return (
    <>
      <PageTitle title={texts.heading} />
      <StructuredData data={organisation} />
      <link rel="manifest" href={startScreen.manifest} />
      <link rel="apple-touch-icon" href={startScreen.icon} />
      {trouble !== undefined && (
        <div className="wrap incident">
          <IncidentBanner {...trouble} />
        </div>
      )}
      {actionData?.error !== undefined && (
        <div className="wrap incident">
          <ErrorSummary heading={summaryOne} problems={[actionData.error]} />
        </div>
      )}
      <Banner links={banner} texts={texts} />
      {purchases.length > 0 && (
        <section className="wrap purchases">
          <h2>{texts.againHeading}</h2>
          <TaskList tasks={purchases} isWide />
        </section>
      )}
      <QuickRecharge
        action={action}
        countryCode={countryCode}
        sells={sells}
        texts={texts}
        saved={saved}
        answer={actionData}
      />
      {tasks.length > 0 && (
        <section className="wrap">
          <h2 className="section">{texts.elseHeading}</h2>
          <TaskList tasks={tasks} isWide />
        </section>
      )}
      {internet !== undefined && <InternetCard offer={internet} texts={texts} />}
      <MoneyCard topUpHref="#msisdn" bundlesHref={bundles} texts={texts} />
    </>
  )
}
