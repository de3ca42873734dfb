import type { LeadAddress } from '../../leads/lead.ts'
import type { LeadToSubmit } from '../../leads/lead-service.ts'
import type { TmfClient } from './tmf-client.ts'
import { priceOf } from './wire.ts'

/** Leads of v4 have no id of the sender's: ours is the name, which most servers can be asked for. */
export function leadBody(client: TmfClient, lead: LeadToSubmit): object {
  const { leads, channel } = client.profile
  const { reference, kind, source, fullName, plan } = lead
  return {
    name: reference,
    description: fullName,
    ...leads.types[kind],
    channel: { id: channel.id, name: source },
    productOffering: { id: plan.code, name: plan.description },
    estimatedRevenue: priceOf(plan.amount),
    prospectContact: contactsOf(client, lead),
    note: notesOf(lead),
  }
}

function contactsOf(client: TmfClient, { msisdn, email, address }: LeadToSubmit): object[] {
  const { street1, city, country } = address
  return [
    { mediumType: 'phone', preferred: true, characteristic: { phoneNumber: client.numberOf(msisdn) } },
    ...(email === undefined ? [] : [{ mediumType: 'email', characteristic: { emailAddress: email } }]),
    { mediumType: 'address', characteristic: { street1, city, country } },
  ]
}

/** What contact media have no place for. */
function notesOf({ address, consent }: LeadToSubmit): object[] {
  const date = new Date(consent.at).toISOString()
  return [
    ...[wayTo(address)].filter((text) => text !== '').map((text) => ({ date, text })),
    { date, text: `consent=true at ${date}: ${consent.text}` },
  ]
}

const pointWords = {
  geocoded: 'point found by address',
  by_hand: 'point placed by hand',
  by_call: 'call for the way',
} as const

function wayTo({ landmark, area, lat, lng, point }: LeadAddress): string {
  return [
    ...(landmark === undefined ? [] : [`landmark: ${landmark}`]),
    ...(area === undefined ? [] : [`area: ${area}`]),
    ...(lat === undefined || lng === undefined ? [] : [`lat ${lat} lng ${lng}`]),
    ...(point === undefined ? [] : [pointWords[point]]),
  ].join('; ')
}
