import type { VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import type { Portal } from '../../server/portal.ts'
import { offerView as billOffer, numberProblem, pageView } from '../bills/bill-view.ts'
import { checkBillLine } from '../bills/line-step.ts'
import { offerView as routerOffer, pageView as routerPage } from '../broadband/broadband-view.ts'
import { checkRouterLine } from '../broadband/router-step.ts'
import { privateHeaders } from '../format/headers.ts'
import { readField } from '../format/read-field.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import type { NumberFault } from '../recharge/recharge-problems.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/check-line'
import type { LineAnswer } from './line-answer.ts'

interface Asked {
  readonly typed: string
  readonly lines: VisitorLines
}

type Judge = (portal: Portal, url: URL, asked: Asked) => Promise<LineAnswer>

/** By the journey that asks. */
const judges: Readonly<Record<string, Judge>> = {
  async bill(portal, url, { typed, lines }) {
    const line = await checkBillLine({ market: portal.market, lines }, typed)
    if (line.outcome === 'challenge') return unchecked(portal, url)
    if (line.outcome === 'fault') return toFault(portal, url, line.fault)
    if (line.outcome === 'offer') return { is: 'offer', offer: billOffer(portal, url, line.offer) }
    const { lineHybrid, linePostpaid } = pageView(portal, url)
    return { is: 'ready', text: line.lineType === 'HYBRID' ? lineHybrid : linePostpaid }
  },
  async router(portal, url, { typed, lines }) {
    const line = await checkRouterLine({ lines }, typed)
    if (line.outcome === 'challenge') return unchecked(portal, url)
    if (line.outcome === 'fault') return toFault(portal, url, line.fault)
    const page = routerPage(portal, url)
    if (line.outcome === 'offer') return { is: 'offer', offer: routerOffer(page, url, line.offer) }
    return { is: 'ready', text: page.lineBroadband }
  },
}

function toFault(portal: Portal, url: URL, fault: NumberFault): LineAnswer {
  const is = fault.problem === 'service_silent' ? 'unchecked' : 'fault'
  return { is, text: numberProblem(portal, url, fault) }
}

/** Beyond a human's pace nothing is looked up: the number is checked when its form is sent, where it may cost work. */
function unchecked({ market, content }: Portal, url: URL): LineAnswer {
  return { is: 'unchecked', text: content.page('recharge-translation', languageOf(url, market)).lineUnchecked }
}

/** The live check of a number field. Nothing is kept of it: the number is checked again when its form is sent. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const judge = Object.hasOwn(judges, params.kind) ? judges[params.kind] : undefined
  if (judge === undefined) return Response.json({}, { status: 404, headers: privateHeaders })
  const typed = readField(await request.formData(), 'msisdn')
  const portal = context.get(portalContext)
  const lines = portal.lineLookups.forLooks({ address: context.get(addressContext) })
  return Response.json(await judge(portal, url, { typed, lines }), { headers: privateHeaders })
}
