import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { data } from 'react-router'
import { pageHeaders, publicHeaders, soonStaleHeaders } from '../format/headers.ts'
import { BeginForm } from '../home-internet/begin-form.tsx'
import { DeviceCard } from '../home-internet/device-card.tsx'
import { offerView } from '../home-internet/plan-view.ts'
import { hrefs } from '../hrefs.ts'
import { organisationOf } from '../organisation.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { RadioChips } from '../ui/chips.tsx'
import { PhoneField } from '../ui/field.tsx'
import { StructuredData } from '../ui/markup.tsx'
import { IncidentBanner } from '../ui/notes.tsx'
import { OrderSummary } from '../ui/order-summary.tsx'
import { PageTitle, Water } from '../ui/page-hero.tsx'
import { StepTimeline, TaskList } from '../ui/step-timeline.tsx'
import { bundlesHref, otherTasksOf } from '../visitor-tasks.ts'
import type { Route } from './+types/home'
import { Banner, bannerLinks } from './banner.tsx'
import { methodsNow, troubleWithPaying } from './home-payment-methods.ts'

interface InternetCardProps {
  readonly offer: Awaited<ReturnType<typeof offerView>>
  readonly texts: Readonly<
    Record<'imageCardTitle' | 'imageCardTextNoPrice' | 'imageCardButton' | 'internetForAll' | 'internetMore', string>
  >
}

/** Home internet, offered on the home page. */
export function InternetCard({ offer: { device, from, fee, action }, texts }: InternetCardProps) {
  return (
    <section className="wrap columns even card">
      <div>
        <h2>{texts.imageCardTitle}</h2>
        <p>
          {texts.imageCardTextNoPrice} {from !== undefined && `${from}.`} {texts.internetForAll}
        </p>
        <p>{fee}</p>
        <BeginForm action={action} text={texts.imageCardButton} look="second" from="home" />
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
  /** Back to the number. */
  readonly topUpHref: string
  /** Where bundles are sold. */
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

/** Shows, with a payment drawn as its page draws it, what happens to the money. */
export function MoneyCard({ topUpHref, bundlesHref, texts }: MoneyCardProps) {
  return (
    <section className="wrap columns even card">
      <div>
        <h2>{texts.followHeading}</h2>
        <p>{texts.followText}</p>
        <p className="row">
          <ButtonLink look="second" href={topUpHref}>
            {texts.heroTopUp}
          </ButtonLink>
          {bundlesHref !== undefined && (
            <ButtonLink look="second" href={bundlesHref}>
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

interface QuickRechargeProps {
  readonly action: string
  readonly countryCode: string
  readonly sells: readonly OrderKind[]
  readonly texts: Readonly<
    Record<
      'rechargeHeading' | 'rechargeSubHeading' | 'phoneLabel' | 'kindAirtime' | 'kindBundle' | 'kindBill' | 'continue',
      string
    >
  >
}

const orderChoices = [
  { value: 'airtime', text: 'kindAirtime', icon: 'phone' },
  { value: 'bundle', text: 'kindBundle', icon: 'data' },
  { value: 'bill', text: 'kindBill', icon: 'bill' },
] as const

/** Number, kind, continue: posted, because an address with a number in it stays in the history of a shared phone. */
export function QuickRecharge({ action, countryCode, sells, texts }: QuickRechargeProps) {
  const offered = orderChoices.filter(({ value }) => sells.includes(value))
  return (
    <Water className="quick">
      <form method="post" action={action}>
        <PhoneField label={texts.phoneLabel} hint={texts.rechargeSubHeading} prefix={`+${countryCode}`} />
        {offered.length > 1 && (
          <RadioChips
            legend={<h2>{texts.rechargeHeading}</h2>}
            name="kind"
            layout="tiles"
            defaultValue="airtime"
            options={offered.map(({ value, text, icon }) => ({ value, label: texts[text], icon }))}
          />
        )}
        <Button>{texts.continue}</Button>
      </form>
    </Water>
  )
}

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
  const methods = await methodsNow(portal, content.page('orp-translation', language))
  const href = market.publicServiceStatus ? to.serviceStatus() : ''
  const trouble = methods && troubleWithPaying(methods, { texts, careNumber, href })
  return data(
    {
      texts,
      countryCode: market.numbers.countryCode,
      action: to.recharge(),
      sells: market.sells,
      banner: bannerLinks(prefix, market),
      bundles: market.sells.includes('bundle') ? bundlesHref(prefix) : undefined,
      trouble,
      internet: market.sells.includes('plan') ? await offerView(portal, url) : undefined,
      organisation: organisationOf(portal),
      tasks: otherTasksOf({ texts, prefix, market }),
    },
    { headers: trouble === undefined ? publicHeaders : soonStaleHeaders },
  )
}

export default function Home({
  loaderData: { texts, countryCode, action, sells, banner, bundles, trouble, internet, organisation, tasks },
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
      <Banner links={banner} texts={texts} />
      <QuickRecharge action={action} countryCode={countryCode} sells={sells} texts={texts} />
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
