import type { Portal } from '../../server/portal.ts'
import { offerView as billOffer, numberProblem, pageView } from '../bills/bill-view.ts'
import { checkBillLine } from '../bills/line-step.ts'
import { offerView as routerOffer, pageView as routerPage } from '../broadband/broadband-view.ts'
import { checkRouterLine } from '../broadband/router-step.ts'
import { privateHeaders } from '../format/headers.ts'
import { saidIn } from '../format/said-in.ts'
import { portalContext } from '../portal-context.ts'
import type { NumberFault } from '../recharge/recharge-problems.ts'
import type { Route } from './+types/check-line'
import type { LineAnswer } from './line-answer.ts'

type Judge = (portal: Portal, url: URL, typed: string) => Promise<LineAnswer>

/** By the journey that asks. */
const judges: Readonly<Record<string, Judge>> = {
  async bill(portal, url, typed) {
    const line = await checkBillLine(portal, typed)
    if (line.outcome === 'fault') return toFault(portal, url, line.fault)
    if (line.outcome === 'offer') return { is: 'offer', offer: billOffer(portal, url, line.offer) }
    const { lineHybrid, linePostpaid } = pageView(portal, url)
    return { is: 'ready', text: line.lineType === 'HYBRID' ? lineHybrid : linePostpaid }
  },
  async router(portal, url, typed) {
    const line = await checkRouterLine(portal, typed)
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

/** The live check of a number field. Nothing is kept of it: the number is checked again when its form is sent. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const judge = Object.hasOwn(judges, params.kind) ? judges[params.kind] : undefined
  if (judge === undefined) return Response.json({}, { status: 404, headers: privateHeaders })
  const typed = saidIn(await request.formData(), 'msisdn')
  return Response.json(await judge(context.get(portalContext), url, typed), { headers: privateHeaders })
}
