import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { WaitPage, waitView } from '../code/wait-page.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/wait'
import { draftAt, draftCodeStep, internetTexts, resendDraftCode } from './draft-step.ts'
import { codeProblemText } from './place-view.ts'

export const handle = { group: 'code', module: 'challenge' }

/** The page is for a visitor who requests more codes than a person would. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const draft = await draftAt(portal, url, 'code')
  const startHref = hrefsAt(url).leadPlace({ draft: draft.id })
  const pending = portal.challenges.readToken(url.searchParams.get('ask') ?? '', draft.id)
  if (pending === undefined) throw redirect(startHref, { status: 303 })
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const otherMethod = internetTexts(portal, url).codeOther
  return data(await waitView(portal, pending, { texts, startHref, otherMethod }), { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const draft = await draftAt(portal, url, 'code')
  const token = url.searchParams.get('ask') ?? ''
  const pending = portal.challenges.readToken(token, draft.id)
  if (pending === undefined) throw redirect(to.leadPlace({ draft: draft.id }), { status: 303 })

  const solution = readField(await request.formData(), 'solution')
  const clientIp = context.get(clientIpContext)
  const requester = { token, clientIp, ...(solution !== '' && { solution }) }
  const codeRequest = { draft, language: languageOf(url, portal.market), requester }
  const { ref } = pending.values
  const step = await (ref === undefined
    ? draftCodeStep(portal, codeRequest, to)
    : resendDraftCode(portal, codeRequest, ref, to))
  if ('to' in step) return redirect(step.to, { status: 303, headers: privateHeaders })
  const note = codeProblemText(portal, url, step)
  return data({ note }, { status: 400, headers: privateHeaders })
}

export const headers = pageHeaders

export default function LeadWait({ loaderData, actionData }: Route.ComponentProps) {
  return <WaitPage view={loaderData} note={actionData?.note} />
}
