import { fill } from '@nyanja/domain/fill'
import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky, Sun } from '../ui/sky.tsx'
import { WayBack } from '../ui/way-back.tsx'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/wait'
import { hrefsAt, orderAtPage, orderIn } from './order-page.ts'
import { problemsOf } from './pay-action.ts'
import { codeMethodNamed } from './payer-code.ts'
import { errandOf, sendAgain, sendWished } from './waiting.ts'

export const handle = { group: 'code', module: '/files/work.js' }

/** For whoever asks for more codes than a person would: script works, and where none runs the visitor waits. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)
  const wish = portal.toll.wish(url.searchParams.get('ask') ?? '', order.id)
  if (wish === undefined) throw redirect(to.paymentStart({ order: order.id }))
  const errand = errandOf(wish.values)
  if (errand.isPayment) await orderAtPage(portal, url, 'choose')
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const { waitSeconds } = wish
  return data(
    {
      puzzle: JSON.stringify(await portal.toll.puzzle(wish.because)),
      waitSeconds,
      startHref: errand.startHref(to, { order, values: wish.values }),
      texts: {
        title: texts.waitTitle,
        back: texts.back,
        text: waitSeconds === 0 ? texts.waitDone : texts.waitText,
        working: texts.waitWorking,
        noScript: fill(texts.waitNoScript, { seconds: waitSeconds }),
        send: texts.airtimeSendCode,
        otherWay: errand.isPayment ? texts.anotherWay : texts.back,
      },
    },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)
  const ticket = url.searchParams.get('ask') ?? ''
  const wish = portal.toll.wish(ticket, order.id)
  if (wish === undefined) throw redirect(to.paymentStart({ order: order.id }), { status: 303 })

  const typed = (await request.formData()).get('solution')
  const address = context.get(addressContext)
  const asking = { ticket, address, ...(typeof typed === 'string' && typed !== '' && { solution: typed }) }
  const send = wish.values.ref === undefined ? sendWished : sendAgain
  const next = await send(portal, { order, values: wish.values, asking }, to)
  if ('to' in next) return redirect(next.to, { status: 303, headers: privateHeaders })
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const [problem] = problemsOf(next.problem, codeMethodNamed(wish.values.method) ?? 'airtime', texts)
  return data({ note: problem?.text }, { status: 400, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Wait({
  loaderData: { puzzle, waitSeconds, startHref, texts },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.title} />
      <Sky title={texts.title} sun={<Sun level={60} />} meta={<WayBack href={startHref} text={texts.back} />} />
      <div className="wrap code-page">
        {actionData === undefined ? (
          <>
            <p>{texts.text}</p>
            <form method="post" data-puzzle={puzzle} data-wait={waitSeconds}>
              <input type="hidden" name="solution" />
              <p role="status" className="hint" data-working={texts.working} />
              {waitSeconds === 0 && (
                <div className="field">
                  <Button>{texts.send}</Button>
                </div>
              )}
            </form>
            {waitSeconds > 0 && (
              <noscript>
                <meta httpEquiv="refresh" content={String(waitSeconds)} />
                <p className="section">{texts.noScript}</p>
              </noscript>
            )}
          </>
        ) : (
          <div className="section">
            <Note tone="wait">{actionData.note}</Note>
          </div>
        )}
        <p>
          <a className="link" href={startHref}>
            {texts.otherWay}
          </a>
        </p>
      </div>
    </>
  )
}
