import type { CardPopup } from '@nyanja/server/adapters/gateway-definition'
import type { Attempt } from '@nyanja/server/payments/attempt'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { documentFrames } from '../document.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts } from '../format/text.ts'
import { addressOf, hrefsAt, isPlacedOrder } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ModuleScript } from '../ui/markup.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/gateway-redirect'

/** A gateway's checkout over the portal's page. */
export interface OpenPopup extends Pick<CardPopup, 'scriptUrl' | 'frameOrigin'> {
  readonly accessCode: string
  /** The page for browsers where it cannot be opened. */
  readonly pageUrl: string
  readonly doneUrl: string
  readonly cancelUrl: string
}

/** Undefined where visitors are redirected to the gateway's own page. */
export function popupOf({ popups, returnUrls }: Portal, attempt: Attempt): OpenPopup | undefined {
  const { id, gateway, gatewayUrl, providerReference } = attempt
  const popup = popups[gateway]
  if (popup === undefined || gatewayUrl === undefined || providerReference === undefined) return undefined
  const { scriptUrl, frameOrigin } = popup
  const { returnUrl, cancelUrl } = returnUrls(attempt)
  return {
    scriptUrl,
    frameOrigin,
    accessCode: providerReference,
    pageUrl: gatewayUrl,
    doneUrl: withNames(returnUrl, { txref: id, PnrID: id, status: 'SUCCESS' }),
    cancelUrl: withNames(cancelUrl, { txref: id, PnrID: id }),
  }
}

function withNames(url: string, names: Readonly<Record<string, string>>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(names)) address.searchParams.set(name, value)
  return address.href
}

/** What this page may load, and no other. */
export function popupHeaders(
  popup: Pick<OpenPopup, 'scriptUrl' | 'frameOrigin'>,
  market: Pick<Portal['market'], 'look'>,
) {
  return {
    'content-security-policy': documentFrames(market).popupPolicy(popup),
    'permissions-policy': `camera=(), microphone=(), payment=(self "${popup.frameOrigin}"), usb=(), geolocation=()`,
  }
}

export const handle = { group: 'content' }

const shownTexts = [
  'handOverTitle',
  'handOverText',
  'handOverButton',
  'handOverOther',
  'popupText',
  'popupFailed',
] as const

/** The page waits until the gateway has returned the address of its page. */
const retryInSeconds = 2

/**
 * The redirect page between the form and the gateway: browsers let a form redirect only to hosts in its policy, and
 * gateways' hosts cannot be listed.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await portal.orders.order(url.searchParams.get('order') ?? '')
  if (order === undefined) throw redirect(hrefsAt(url).paymentStart({ order: url.searchParams.get('order') ?? '' }))
  const at = await portal.progress.pageOf(order, 'gateway_redirect')
  if (at.page !== 'gateway_redirect') throw redirect(addressOf(at, order, url))

  const gatewayUrl = at.attempt?.gatewayUrl
  // A visitor is not redirected to pay an order that has ended meanwhile.
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
    { headers: { ...privateHeaders, ...(popup === undefined ? { refresh } : popupHeaders(popup, portal.market)) } },
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

/** The visitor goes to the gateway's own page at once without script. */
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
