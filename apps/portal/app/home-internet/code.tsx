import { fill } from '@nyanja/domain/texts/fill'
import type { Draft } from '@nyanja/server/leads/draft'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { CodePage } from '../code/code-page.tsx'
import { type CodeTexts, codePressed, codeView } from '../code/code-step.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/code'
import { sendProved } from './done-view.ts'
import { draftAt, draftCodeScope, draftWaitHref, type InternetTexts, internetTexts, seenIn } from './draft-step.ts'
import { codeLimitText } from './place-view.ts'
import { Seen } from './plan-picker.tsx'
import { planFacts } from './plan-view.ts'

export const handle = { group: 'code', module: ['code', 'dialog'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'code')
  const backHref = hrefsAt(url).leadPlace({ draft: draft.id })
  const pending = await portal.codes.pending(url.searchParams.get('ref') ?? '', draftCodeScope(draft))
  if (pending === undefined) throw redirect(backHref, { status: 303 })
  const texts = internetTexts(portal, url)
  const view = codeView(portal, url, pending, { backHref, otherMethod: texts.codeOther })
  return data({ view, version: draft.version, plan: planText(portal, draft, texts) }, { headers: privateHeaders })
}

function leadCodeTexts(portal: Portal, url: URL): CodeTexts {
  const texts = internetTexts(portal, url)
  return { exhausted: texts.codeExhausted, limit: codeLimitText(texts) }
}

/** The plan that is ordered with the code: another tab may have changed the choice. */
function planText(portal: Pick<Portal, 'market'>, { answers: { plan } }: Draft, texts: InternetTexts) {
  if (plan === undefined) return undefined
  const { name, due } = planFacts(portal, plan)
  return fill(texts.codeFor, { plan: name, amount: due })
}

/** A correct code proves the number; nothing else is needed, so the order is submitted at once. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const draft = await draftAt(portal, url, 'code')
  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: draftCodeScope(draft),
      clientIp: context.get(clientIpContext),
      waitHref: (level, ref) => draftWaitHref(portal, { draft, level, ref }, to),
      labels: leadCodeTexts(portal, url),
      objection: (form) => (seenIn(form) === draft.version ? undefined : internetTexts(portal, url).changed),
    },
  )
  if (pressed.verified === undefined) return pressed.answer
  await sendProved(portal, { draft, proven: pressed.verified, language: languageOf(url, portal.market) })
  return redirect(to.leadDone({ draft: draft.id }), { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function LeadCode({ loaderData, actionData }: Route.ComponentProps) {
  const { view, version, plan } = loaderData
  return (
    <CodePage view={view} answer={actionData} along={<Seen version={version} />}>
      {plan !== undefined && <p className="hint">{plan}</p>}
    </CodePage>
  )
}
