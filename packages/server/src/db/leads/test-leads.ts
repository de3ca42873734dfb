import { money } from '@nyanja/domain/money/money'
import { minute, second } from '@nyanja/domain/time'
import { newId, newReference } from '../../common/ids.ts'
import { FollowUp } from '../../leads/follow-up.ts'
import type { LeadApplication } from '../../leads/lead.ts'
import type { LeadService, LeadStatusUpdate, LeadToSubmit, SubmittedLead } from '../../leads/lead-service.ts'
import { LeadSubmission } from '../../leads/lead-submission.ts'
import { Leads } from '../../leads/leads.ts'
import type { FeasibilitySource } from '../../leads/town-feasibility.ts'
import type { OpenDatabase } from '../schema.ts'
import { createDueLeads } from './lead-queue.ts'
import { createLeadReader, createStatusUpdateStore } from './lead-reader.ts'
import { createLeadSubmissionStore } from './submission-store.ts'

export function applied(change: Partial<LeadApplication> = {}): LeadApplication {
  return {
    ...{ id: newId(), channel: 'web', source: 'WEBPORTAL', language: 'en' },
    ...{ fullName: 'Chisomo Banda', msisdn: '999000001' },
    address: { street1: 'Plot 4', city: 'Zomba', country: 'Malawi', lat: -15.38, lng: 35.33, point: 'geocoded' },
    plan: { code: 'HBB-150', description: 'Home 150GB', amount: money('MWK', 4_500_000) },
    consent: { at: 1000, text: 'You may call me about this order.' },
    ...change,
  }
}

/** Opens a BSS in memory, which may lose an answer after accepting the lead. */
function openService() {
  const taken: (LeadToSubmit & SubmittedLead)[] = []
  const statusUpdate = new Map<string, LeadStatusUpdate>()
  const state = { isSilent: false, losesAnswer: false, refuses: undefined as string | undefined }
  const found = ({ bssReference, statusUpdate: first }: SubmittedLead): SubmittedLead => ({
    bssReference,
    statusUpdate: statusUpdate.get(bssReference) ?? first,
  })
  const service: LeadService = {
    async submit(lead) {
      if (state.isSilent) throw new Error('The BSS is silent')
      if (state.refuses !== undefined) return { outcome: 'refused', reason: state.refuses }
      const handed = { bssReference: `SL-${taken.length + 1}`, statusUpdate: { stage: 'received', at: 0 } } as const
      taken.push({ ...lead, ...handed })
      if (state.losesAnswer) throw new Error('The answer was lost')
      return { outcome: 'submitted', ...handed }
    },
    async findByReference(reference) {
      if (state.isSilent) throw new Error('The BSS is silent')
      const one = taken.find((lead) => lead.reference === reference)
      return one && found(one)
    },
    async getStatusUpdate(bssReference) {
      if (state.isSilent) throw new Error('The BSS is silent')
      const one = taken.find((lead) => lead.bssReference === bssReference)
      return one && found(one).statusUpdate
    },
  }
  return { service, taken, statusUpdate, state }
}

/** Opens all lead features on one database, with a BSS of their own. */
export function openLeads(database: OpenDatabase) {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  const bss = openService()
  const reached = { answer: 'feasible' as 'feasible' | 'not_feasible' | 'unknown' | 'silent', requested: 0 }
  const feasibility: FeasibilitySource = {
    async check() {
      reached.requested += 1
      if (reached.answer === 'silent') throw new Error('Nobody answers')
      return { outcome: reached.answer }
    },
  }
  const alerts: string[] = []
  const stores = {
    submission: createLeadSubmissionStore(database, now),
    statusUpdate: createStatusUpdateStore(database.db, now),
    reader: createLeadReader(database.db, now),
    due: createDueLeads(database, now),
  }
  const notify = () => {}
  const alert = (event: string, { reference }: { readonly reference: string }) => alerts.push(`${event} ${reference}`)
  const common = { feasibility, service: bss.service, now, notify, alert }
  const submission = new LeadSubmission({
    ...common,
    store: stores.submission,
    statusUpdate: stores.statusUpdate,
    visibilityLagMs: 15 * second,
  })
  const followUp = new FollowUp({ ...common, store: stores.statusUpdate })
  const leads = new Leads({ store: stores.submission, submission, now, newId, newReference: () => newReference('HB') })

  /** Lets time pass and runs the workers. */
  async function after(ms: number): Promise<void> {
    clock.now += ms
    const claim = { limit: 10, leaseMs: 2 * minute }
    for (const lead of await stores.due.leadsToSubmit(claim)) await submission.advance(lead)
    for (const lead of await stores.due.toFollow(claim)) await followUp.follow(lead)
  }

  async function reported(): Promise<string[]> {
    const rows = await database.db.selectFrom('messages').select(['kind']).orderBy('created_at').execute()
    return rows.map(({ kind }) => kind)
  }

  async function steps(reference: string): Promise<string[]> {
    const lead = await stores.reader.byReference(reference)
    const tracked = await stores.reader.byTrackId(lead?.trackId ?? '')
    return tracked?.steps.map(({ stage }) => stage) ?? []
  }

  return { clock, bss, reached, alerts, stores, leads, after, reported, steps, database }
}
