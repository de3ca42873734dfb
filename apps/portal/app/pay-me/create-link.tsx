import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { PayLink } from '@nyanja/server/payments/pay-links'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { ChallengeNote, challengeBefore } from '../challenge/challenge-note.tsx'
import { PostForm } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts } from '../format/text.ts'
import { hrefsAt, isPlacedOrder, orderIn } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { BackLink, Button } from '../ui/button.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/create-link'
import { MadeLink, madeView } from './made-link.tsx'
import { linkFacts } from './pay-me.tsx'
export const handle = { group: 'bill', module: 'share' }

const shownTexts = ['heading', 'back', 'intro', 'seesHeading', 'seesNote', 'make'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { order, link } = await askedFor(portal, url)
  const texts = portal.content.page('pay-me-translation', languageOf(url, portal.market))
  return data(
    {
      texts: pickTexts(texts, shownTexts),
      facts: linkFacts(portal, url, order),
      backHref: hrefsAt(url).paymentStart({ order: order.id }),
      made: link && madeView(portal, url, { order, link, standing: await portal.payLinks.standing(link) }),
    },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const { order, link } = await askedFor(portal, url)
  const sent = { form: await request.formData(), clientIp: context.get(clientIpContext) }
  const challenge = link === undefined ? await challengeBefore(portal, url, 'pay_link', sent) : undefined
  if (challenge !== undefined) return data({ challenge }, { status: 429, headers: privateHeaders })
  await portal.payLinks.make(order)
  return redirect(hrefsAt(url).askToPay({ order: order.id }), { status: 303, headers: privateHeaders })
}

/** The maker of a link may return to it as long as the order is stored, paid or not. */
async function askedFor(portal: Portal, url: URL): Promise<{ order: PlacedOrder; link: PayLink | undefined }> {
  const order = await orderIn(portal, url)
  const link = await portal.payLinks.of(order)
  const at = link ?? (await portal.progress.pageOf(order, 'choose')).page === 'choose'
  if (!at || !isPlacedOrder(order)) throw redirect(hrefsAt(url).paymentStart({ order: order.id }), { status: 303 })
  return { order, link }
}

export const headers = pageHeaders

export default function Ask({ loaderData: { texts, facts, backHref, made }, actionData }: Route.ComponentProps) {
  const challenge = actionData?.challenge
  const seen = (
    <section aria-labelledby="sees" className="section">
      <h2 id="sees">{texts.seesHeading}</h2>
      <OrderSummary>
        <Facts facts={facts} />
        <p className="hint">{texts.seesNote}</p>
      </OrderSummary>
    </section>
  )
  return (
    <>
      <PageTitle title={texts.heading} />
      <PageHero
        title={texts.heading}
        progressMark={<ProgressMark level={45} />}
        meta={<BackLink href={backHref} text={texts.back} />}
      />
      <div className="wrap columns even bill-page">
        {made === undefined ? (
          <>
            <div>
              <p className="section">{texts.intro}</p>
              {seen}
            </div>
            <PostForm data-challenge={challenge?.view.proofOfWork}>
              {challenge !== undefined && <ChallengeNote {...challenge} />}
              <Button>{texts.make}</Button>
            </PostForm>
          </>
        ) : (
          <>
            <div>
              <MadeLink {...made} />
            </div>
            {seen}
          </>
        )}
      </div>
    </>
  )
}
