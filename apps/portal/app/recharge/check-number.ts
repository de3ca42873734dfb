import { privateHeaders } from '../format/headers.ts'
import { readField } from '../format/read-field.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/check-number'
import { offerView } from './offer-view.ts'
import { numberStep, type RechargeAnswer } from './recharge-action.ts'
import { orderView } from './recharge-page.ts'

/** The live check of the number: begins the order that the form goes on with. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const typed = readField(await request.formData(), 'msisdn')
  const lines = portal.lineLookups.forOrders({ address: context.get(addressContext) })
  const number = await numberStep({ ...portal, lines }, url, { typed })
  const answer = (reported: RechargeAnswer) => Response.json(reported, { headers: privateHeaders })
  // Beyond the pace of a person nothing is looked up here: the number is checked when the form is sent.
  if (number.outcome === 'challenge') return answer({ isUnreached: true })
  if (number.outcome === 'fault') return answer({ fault: number.fault })
  if (number.outcome === 'offer') return answer({ offer: offerView(portal, url, number.offer) })
  return answer({ order: await orderView(portal, url, number.order) })
}
