// @ts-nocheck
import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky, Sun } from '../ui/sky.tsx'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/hand-over'
import { addressOf, hrefsAt } from './order-page.ts'

export const handle = { group: 'content' }

/** Until the gateway has said where its page is. */
const againInSeconds = 2

/** Our own page between the form and the gateway: browsers forbid a form to be redirected to hosts that nobody can list. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await portal.orders.order(url.searchParams.get('order') ?? '')
  if (order === undefined) throw redirect(hrefsAt(url).paymentStart({ order: url.searchParams.get('order') ?? '' }))
  const at = await portal.progress.pageOf(order, 'hand_over')
  if (at.page !== 'hand_over') throw redirect(addressOf(at, order, url))

  const gatewayUrl = at.attempt?.gatewayUrl
  const { handOverTitle, handOverText, handOverButton, handOverOther } = portal.content.page(
    'orp-translation',
    languageOf(url, portal.market),
  )
  return data(
    {
      gatewayUrl,
      otherHref: hrefsAt(url).paymentStart({ order: order.id }),
      texts: { handOverTitle, handOverText, handOverButton, handOverOther },
    },
    {
      headers: {
        ...privateHeaders,
        refresh: gatewayUrl === undefined ? String(againInSeconds) : `0; url=${gatewayUrl}`,
      },
    },
  )
}

export const headers = pageHeaders

export default function HandOver({ loaderData: { gatewayUrl, otherHref, texts } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.handOverTitle} />
      <Sky title={texts.handOverTitle} sun={<Sun level={60} />} />
      <div className="wrap">
        <p className="section">{texts.handOverText}</p>
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
