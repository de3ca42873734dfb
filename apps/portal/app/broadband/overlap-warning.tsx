import { endOfBundle } from '@nyanja/domain/bundles/bundle'
import { displayMoney } from '@nyanja/domain/money/money'
import { translate } from '@nyanja/domain/texts/language'
import { clockOf } from '@nyanja/web/format/clock'
import { data, redirect } from 'react-router'
import { PostForm } from '../form/post-form.tsx'
import { givesOf, planOf } from '../format/bundle-texts.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { BackLink, Button, ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/notes.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/overlap-warning'
import { isAccountContact, overlapping, overlapTexts } from './balance-view.ts'
import { choiceMessage, numberOf } from './broadband-view.ts'
import { bundleFor, place } from './bundle-choice-view.ts'
import { neededOrder } from './router-step.ts'

export const handle = { group: 'broadband' }

/** Warns the account contact that another bundle is active, and lets the visitor continue. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await neededOrder(portal, url)
  const backHref = hrefsAt(url).choiceOf(order)
  const bundle = await bundleFor(portal, order, url.searchParams.get('bundle') ?? '')
  if (!bundle || !(await isAccountContact(portal, request, order))) throw redirect(backHref)

  const entries = await portal.balances.of(order.msisdn).catch(() => [])
  const found = overlapping(entries, bundle, portal.now())
  if (found.length === 0) throw redirect(backHref)

  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('broadband-translation', language)
  const common = content.page('recharge-translation', language)
  const clock = clockOf(market, language)
  const end = endOfBundle(bundle, portal.now())
  return data(
    {
      backHref,
      texts,
      warnings: overlapTexts(found, { texts, clock }),
      facts: [
        { term: texts.forNumber, value: numberOf(portal, order) },
        {
          term: texts.overlapChosen,
          value: `${givesOf(bundle, common)}, ${planOf(translate(bundle, language), common)}`,
        },
        { term: texts.overlapEnds, value: end === undefined ? common.validityUnlimited : clock.date(end) },
        { term: common.orderYouPay, value: displayMoney(bundle.price), isTotal: true },
      ],
    },
    { headers: privateHeaders },
  )
}

export async function action({ url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const order = await neededOrder(portal, url)
  const placed = await place(portal, { order, code: url.searchParams.get('bundle') ?? '' }, hrefsAt(url))
  if ('to' in placed) return redirect(placed.to, { status: 303, headers: privateHeaders })
  return data({ problem: choiceMessage(portal, url, placed.problem) }, { status: 400, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Overlap({
  loaderData: { texts, backHref, warnings, facts },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.overlapHeading} />
      <PageHero
        title={texts.overlapHeading}
        progressMark={<ProgressMark level={45} />}
        meta={<BackLink href={backHref} text={texts.back} />}
      />
      <div className="wrap bill-page">
        {actionData !== undefined && (
          <Note tone="bad" role="alert">
            {actionData.problem}
          </Note>
        )}
        <Note tone="wait">
          {warnings.map((warning) => (
            <p key={warning}>
              <b>{warning}</b>
            </p>
          ))}
          <p>{texts.overlapText}</p>
        </Note>
        <div className="section">
          <OrderSummary>
            <Facts facts={facts} />
          </OrderSummary>
        </div>
        <PostForm>
          <p className="row">
            <Button>{texts.overlapBuy}</Button>{' '}
            <ButtonLink href={backHref} variant="second">
              {texts.overlapOther}
            </ButtonLink>
          </p>
        </PostForm>
      </div>
    </>
  )
}
