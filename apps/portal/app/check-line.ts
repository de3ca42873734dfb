import type { VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../server/portal.ts'
import type { Route } from './+types/check-line'
import { checkBillLine } from './bills/amount-step.ts'
import { offerView as billOffer, pageView } from './bills/bill-view.ts'
import { offerView as routerOffer, pageView as routerPage } from './broadband/broadband-view.ts'
import { checkRouterLine, type RouterPage } from './broadband/router-step.ts'
import { privateHeaders } from './format/headers.ts'
import { faultAnswer, uncheckedAnswer } from './number/field-rules.ts'
import type { LineAnswer } from './number/line-answer.ts'
import { clientIpContext, portalContext } from './portal-context.ts'

interface NumberCheck {
  readonly typed: string
  readonly lines: VisitorLines
}

type Judge = (portal: Portal, url: URL, check: NumberCheck) => Promise<LineAnswer>

/** The texts depend on the journey that asks. */
const judges: Readonly<Record<string, Judge>> = {
  async bill(portal, url, { typed, lines }) {
    const line = await checkBillLine({ market: portal.market, lines }, typed)
    if (line.outcome === 'challenge') return uncheckedAnswer(portal, url)
    if (line.outcome === 'fault') return faultAnswer(portal, url, line.fault)
    if (line.outcome === 'offer') return { is: 'offer', offer: billOffer(portal, url, line.offer) }
    const { lineHybrid, linePostpaid } = pageView(portal, url)
    return { is: 'ready', text: line.lineType === 'HYBRID' ? lineHybrid : linePostpaid }
  },
  router: (portal, url, check) => judgeRouter(portal, url, check, 'bundles'),
  balance: (portal, url, check) => judgeRouter(portal, url, check, 'balance'),
}

async function judgeRouter(
  portal: Portal,
  url: URL,
  { typed, lines }: NumberCheck,
  name: RouterPage,
): Promise<LineAnswer> {
  const line = await checkRouterLine({ lines }, typed, name)
  if (line.outcome === 'challenge') return uncheckedAnswer(portal, url)
  if (line.outcome === 'fault') return faultAnswer(portal, url, line.fault)
  const page = routerPage(portal, url, name)
  if (line.outcome === 'offer') return { is: 'offer', offer: routerOffer(page, line.offer) }
  return { is: 'ready', text: line.isBroadband ? page.lineBroadband : page.lineMobile }
}

/** The live check of a number field. It stores nothing: the number is checked again when its form is sent. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const judge = Object.hasOwn(judges, params.kind) ? judges[params.kind] : undefined
  if (judge === undefined) return Response.json({}, { status: 404, headers: privateHeaders })
  const typed = readField(await request.formData(), 'msisdn')
  const portal = context.get(portalContext)
  const lines = portal.lineLookups.forLooks({ clientIp: context.get(clientIpContext) })
  return Response.json(await judge(portal, url, { typed, lines }), { headers: privateHeaders })
}
