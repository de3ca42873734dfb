import { PortalError } from '../common/errors.ts'
import type { Draft, DraftPlace, DraftStore } from './draft.ts'
import type { LeadAddress, LeadApplication } from './lead.ts'
import type { Leads } from './leads.ts'

/** The specification's word for orders that are made on our own pages. */
const webSource = 'WEBPORTAL'

/** What is to pay, for whom, and by which reference. */
interface PlanOrder {
  readonly channel: string
  readonly language: string
  readonly msisdn: string
  readonly email?: string
  readonly reference: string
  /** For the way back from the payment. */
  readonly trackId: string
}

export interface DraftSenderOptions {
  readonly store: DraftStore
  readonly leads: Pick<Leads, 'submit' | 'submitted'>
  /** Of the market. */
  readonly country: string
  /** Answers the id of an order that may be paid; undefined where nothing is to pay any more. */
  readonly openOrder: (order: PlanOrder) => Promise<string | undefined>
}

/** Hands drafts in, and leads to their payment. */
export class DraftSender {
  readonly #options: DraftSenderOptions

  constructor(options: DraftSenderOptions) {
    this.#options = options
  }

  /** Hands it in, once however often it is asked for, and keeps nothing of what was typed. */
  async send(draft: Draft): Promise<Draft> {
    const { store, leads, openOrder } = this.#options
    if (draft.lead !== undefined) return draft
    const application = this.#applicationOf(draft)
    const { outcome, reference, trackId, plan } = await leads.submit(application)
    const { channel, language, msisdn, email } = application
    const bill = { channel, language, msisdn, email, reference, trackId }
    const orderId = outcome === 'feasible' ? await openOrder(bill) : undefined
    const { offer } = draft.answers
    const lead = { reference, trackId, payer: { msisdn, email }, orderId }
    const sent = { ...draft, answers: { offer, plan }, lead, version: draft.version + 1 }
    return (await store.change(draft, sent)) ? sent : this.#known(draft)
  }

  /** An order to pay by, once there was none or its time is over. Undefined while nothing is to pay. */
  async reorder(draft: Draft): Promise<Draft | undefined> {
    const { store, leads, openOrder } = this.#options
    const { id, channel, language, lead } = draft
    const submitted = lead && (await leads.submitted(id))
    if (lead === undefined || submitted?.outcome !== 'feasible') return undefined
    const { reference, trackId } = submitted
    const orderId = await openOrder({ channel, language, ...lead.payer, reference, trackId })
    const renewed = { ...draft, lead: { ...lead, orderId }, version: draft.version + 1 }
    return (await store.change(draft, renewed)) ? renewed : this.#known(draft)
  }

  #applicationOf({ id, channel, language, answers, answers: { details, plan, place } }: Draft): LeadApplication {
    if (details === undefined || plan === undefined || place === undefined || answers.provedAt === undefined)
      throw new PortalError('illegal_transition', 'A draft is handed in once it is whole and its number is proved')
    const { fullName, msisdn, email, city, street1, landmark, consent } = details
    return {
      ...{ id, channel, source: webSource, language, fullName, msisdn, plan, consent },
      ...(email !== undefined && { email }),
      address: {
        street1,
        ...(landmark !== undefined && { landmark }),
        city: place.town ?? city,
        country: this.#options.country,
        ...describePlace(place),
      },
    }
  }

  async #known(draft: Draft): Promise<Draft> {
    const known = await this.#options.store.draft(draft.id)
    if (known === undefined) throw new PortalError('not_found', 'The draft is over')
    return known
  }
}

/** What the household said of it; nothing of that is lost on whoever installs it. */
function describePlace({ at, area }: DraftPlace): Pick<LeadAddress, 'lat' | 'lng' | 'point' | 'area'> {
  if (at !== undefined) return at
  return area === undefined ? { point: 'by_call' } : { area }
}

/** The way back to a draft, for the outbox. */
export const resumeMessageKind = 'leadDraft'
