import { PortalError } from '@nyanja/domain/errors'
import type { Draft, DraftPlace, DraftStore } from './draft.ts'
import type { LeadAddress, LeadApplication } from './lead.ts'
import type { Leads } from './leads.ts'

/** The specification's name for orders from the portal's own pages. */
const webSource = 'WEBPORTAL'

/** The amount, the line and the reference to pay with. */
interface PlanOrder {
  readonly channel: string
  readonly language: string
  readonly msisdn: string
  readonly email?: string
  readonly reference: string
  /** The page to return to after payment. */
  readonly trackId: string
}

export interface DraftSenderOptions {
  readonly store: DraftStore
  readonly leads: Pick<Leads, 'submit' | 'submitted'>
  /** The country of the market. */
  readonly country: string
  /** Opens a payable order and returns its id: undefined when nothing is left to pay. */
  readonly openOrder: (order: PlanOrder) => Promise<string | undefined>
}

/** Submits drafts and opens their payment. */
export class DraftSender {
  readonly #options: DraftSenderOptions

  constructor(options: DraftSenderOptions) {
    this.#options = options
  }

  /** Submits the draft once, however often it is called, and deletes the typed answers. */
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

  /**
   * Returns an order for the payment, a new one if there was none or it has expired. Undefined while nothing is
   * payable.
   */
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
      throw new PortalError(
        'illegal_transition',
        'A draft can be submitted once it is complete and its number is proved',
      )
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
    if (known === undefined) throw new PortalError('not_found', 'The draft has expired')
    return known
  }
}

/** Joins the household's notes, all of which are passed on to the installer. */
function describePlace({ at, area }: DraftPlace): Pick<LeadAddress, 'lat' | 'lng' | 'point' | 'area'> {
  if (at !== undefined) return at
  return area === undefined ? { point: 'by_call' } : { area }
}

/** The message with the link to a draft, for the outbox. */
export const resumeMessageKind = 'leadDraft'
