import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts } from '../format/pick-texts.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ModuleScript } from '../ui/module-script.tsx'
import { PageHero, ProgressMark } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/hand-over'
import { type OpenPopup, popupHeaders, popupOf } from './card-popup.ts'
import { isPlacedOrder } from './is-placed-order.ts'
import { addressOf, hrefsAt } from './order-page.ts'

export const handle = { group: 'content' }

const shownTexts = [
  'handOverTitle',
  'handOverText',
  'handOverButton',
  'handOverOther',
  'popupText',
  'popupFailed',
] as const

/** Until the gateway has said where its page is. */
const retryInSeconds = 2

/** Our own page between the form and the gateway: browsers forbid a form to be redirected to hosts that nobody can list. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await portal.orders.order(url.searchParams.get('order') ?? '')
  if (order === undefined) throw redirect(hrefsAt(url).paymentStart({ order: url.searchParams.get('order') ?? '' }))
  const at = await portal.progress.pageOf(order, 'hand_over')
  if (at.page !== 'hand_over') throw redirect(addressOf(at, order, url))

  const gatewayUrl = at.attempt?.gatewayUrl
  // Nobody is led on to pay for what has ended since he was asked.
  const isDue = !isPlacedOrder(order) || (await portal.payments.isEligible(order))
  if (!isDue) throw redirect(hrefsAt(url).paymentStart({ order: order.id }))
  const popup = at.attempt && popupOf(portal, at.attempt)
  const refresh = gatewayUrl === undefined ? String(retryInSeconds) : `0; url=${gatewayUrl}`
  return data(
    {
      gatewayUrl,
      popup,
      otherHref: hrefsAt(url).paymentStart({ order: order.id }),
      texts: pickTexts(portal.content.page('orp-translation', languageOf(url, portal.market)), shownTexts),
    },
    { headers: { ...privateHeaders, ...(popup === undefined ? { refresh } : popupHeaders(popup)) } },
  )
}

export const headers = pageHeaders

export default function HandOver({ loaderData: { gatewayUrl, popup, otherHref, texts } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.handOverTitle} />
      <PageHero title={texts.handOverTitle} progressMark={<ProgressMark level={60} />} />
      <div className="wrap">
        {popup === undefined ? (
          <p className="section">{texts.handOverText}</p>
        ) : (
          <Popup popup={popup} text={texts.popupText} failed={texts.popupFailed} />
        )}
        {gatewayUrl !== undefined && (
          <p className="section">
            <ButtonLink href={gatewayUrl}>{texts.handOverButton}</ButtonLink>
          </p>
        )}
        <p>
          <a className="link" href={otherHref}>
            {texts.handOverOther}
          </a>
        </p>
      </div>
    </>
  )
}

interface PopupProps {
  readonly popup: OpenPopup
  readonly text: string
  readonly failed: string
}

/** Without script the visitor goes to the gateway's own page at once. */
function Popup({ popup, text, failed }: PopupProps) {
  const { scriptUrl, accessCode, pageUrl, doneUrl, cancelUrl } = popup
  return (
    <>
      <p
        id="popup"
        className="section"
        role="status"
        data-script={scriptUrl}
        data-code={accessCode}
        data-done={doneUrl}
        data-cancel={cancelUrl}
        data-failed={failed}
      >
        {text}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={`0; url=${pageUrl}`} />
      </noscript>
      <ModuleScript name="paystack" />
    </>
  )
}
