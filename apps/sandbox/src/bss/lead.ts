import { type JsonObject, objectsAt, textAt } from '../core/bodies.ts'
import { national } from '../core/market.ts'
import type { Row } from './collection.ts'
import type { Store } from './store.ts'

/** Finds a lead by the BSS's id, or by the name that its owner gave it. */
export function leadOf(store: Store, idOrName: string | undefined): Row | undefined {
  if (idOrName === undefined) return undefined
  return store.get('salesLead', idOrName) ?? store.in('salesLead').find('name', idOrName)[0]
}

export const leadEnds: readonly string[] = ['accepted', 'rejected', 'cancelled']

export interface LeadMove {
  readonly status: string
  readonly reason?: string
  readonly startsAt?: string
}

/** A note belongs to one state and is removed with the next. */
export function moveLead(store: Store, lead: Row, { status, reason, startsAt }: LeadMove, now: Date): Row {
  const { validFor: _past, statusChangeReason: _old, ...kept } = lead
  return store.add('salesLead', {
    ...kept,
    status,
    statusChangeDate: now.toISOString(),
    ...(reason !== undefined && { statusChangeReason: reason }),
    ...(startsAt !== undefined && { validFor: { startDateTime: startsAt } }),
  })
}

/** Nine national digits of the customer. */
export function leadNumber(lead: Row): string | undefined {
  const number = contactOf(lead, 'phone', 'phoneNumber')
  return number && national(number)
}

/** One lead as the installer's page shows it. */
export function viewLead(lead: Row): JsonObject {
  return {
    id: lead.id,
    name: lead.name ?? null,
    who: lead.description ?? null,
    type: lead.type ?? null,
    status: lead.status ?? null,
    reason: lead.statusChangeReason ?? null,
    startsAt: textAt(lead, 'validFor', 'startDateTime') ?? null,
    msisdn: leadNumber(lead) ?? null,
    email: contactOf(lead, 'email', 'emailAddress') ?? null,
    street: contactOf(lead, 'address', 'street1') ?? null,
    city: contactOf(lead, 'address', 'city') ?? null,
    plan: textAt(lead, 'productOffering', 'name') ?? textAt(lead, 'productOffering', 'id') ?? null,
    notes: objectsAt(lead, 'note').map((note) => textAt(note, 'text') ?? ''),
    createdAt: lead.creationDate ?? null,
  }
}

function contactOf(lead: Row, medium: string, characteristic: string): string | undefined {
  const contact = objectsAt(lead, 'prospectContact').find(({ mediumType }) => mediumType === medium)
  return textAt(contact, 'characteristic', characteristic)
}
