import { readField } from '@nyanja/web/format/read-field'
import { privateHeaders } from '../format/headers.ts'
import { faultAnswer, uncheckedAnswer } from '../number/field-rules.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/check-number'
import type { RechargeLineAnswer } from './line-status.ts'
import { numberStep } from './recharge-action.ts'
import { offerView, orderView } from './recharge-page.ts'

/** The live check of the number: begins the order that the form continues with. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const typed = readField(await request.formData(), 'msisdn')
  const lines = portal.lineLookups.forOrders({ clientIp: context.get(clientIpContext) })
  const number = await numberStep({ ...portal, lines }, url, { typed })
  const answer = (line: RechargeLineAnswer) => Response.json(line, { headers: privateHeaders })
  if (number.outcome === 'challenge') return answer(uncheckedAnswer(portal, url))
  if (number.outcome === 'fault') return answer(faultAnswer(portal, url, number.fault))
  if (number.outcome === 'offer') return answer({ is: 'offer', offer: offerView(portal, url, number.offer) })
  const { linePrepaid: text } = portal.content.page('recharge-translation', languageOf(url, portal.market))
  return answer({ is: 'ready', text, order: await orderView(portal, url, number.order) })
}
