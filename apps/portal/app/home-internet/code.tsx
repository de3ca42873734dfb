import { data, redirect } from 'react-router'
import { CodePage } from '../code/code-page.tsx'
import { codePressed } from '../code/code-press.ts'
import { codeView } from '../code/code-words.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/code'
import { draftAt } from './draft-at.ts'
import { draftCodePlace, draftWaitHref } from './draft-code.ts'
import { internetTexts } from './internet-texts.ts'
import { sendProved } from './send-step.ts'

export const handle = { group: 'code', module: '/files/code.js' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'code')
  const backHref = hrefsAt(url).leadPlace({ draft: draft.id })
  const pending = await portal.codes.pending(url.searchParams.get('ref') ?? '', draftCodePlace(draft))
  if (pending === undefined) throw redirect(backHref, { status: 303 })
  const { codeOther } = internetTexts(portal, url)
  return data(codeView(portal, url, pending, { backHref, otherWay: codeOther }), { headers: privateHeaders })
}

/** A right code proves the number, and nothing else is asked: the order is handed in at once. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const draft = await draftAt(portal, url, 'code')
  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: draftCodePlace(draft),
      address: context.get(addressContext),
      waitHref: (because, ref) => draftWaitHref(portal, { draft, because, ref }, to),
    },
  )
  if (pressed.verified === undefined) return pressed.answer
  await sendProved(portal, { draft, proven: pressed.verified, language: languageOf(url, portal.market) })
  return redirect(to.leadDone({ draft: draft.id }), { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function LeadCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}
