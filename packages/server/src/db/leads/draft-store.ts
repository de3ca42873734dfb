import { hash } from 'node:crypto'
import { transaction } from '@nyanja/database/transaction'
import { isCurrency } from '@nyanja/domain/money/money'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import type { Draft, DraftStore, ResumeMessage } from '../../leads/draft.ts'
import { resumeMessageKind } from '../../leads/draft-sender.ts'
import { canBeStored } from '../payments/rows.ts'
import type { Database } from '../schema.ts'
import type { LeadDraftTable } from './tables.ts'

const Point = z.object({ lat: z.number(), lng: z.number() })
const Amount = z.object({ currency: z.string().refine(isCurrency), minor: z.int() })
const Plan = z.object({ code: z.string(), description: z.string(), amount: Amount, fee: Amount.optional() })
const Answers = z.object({
  offer: z.object({
    isNyanjaWorks: z.literal(true),
    deviceName: z.string(),
    headingImage: z.string(),
    features: z.array(z.string()),
    redirectPage: z.string().optional(),
  }),
  plan: Plan.optional(),
  details: z
    .object({
      fullName: z.string(),
      msisdn: z.string(),
      email: z.string().optional(),
      city: z.string(),
      street1: z.string(),
      landmark: z.string().optional(),
      consent: z.object({ at: z.int(), text: z.string() }),
    })
    .optional(),
  found: Point.extend({
    label: z.string(),
    precision: z.enum(['house', 'street', 'area', 'town']),
    credit: z.string(),
  }).optional(),
  place: z
    .object({
      label: z.string(),
      area: z.string().optional(),
      town: z.string().optional(),
      at: Point.extend({ point: z.enum(['geocoded', 'by_hand']) }).optional(),
    })
    .optional(),
  provedAt: z.int().optional(),
})
const Lead = z.object({
  reference: z.string(),
  trackId: z.string(),
  payer: z.object({ msisdn: z.string(), email: z.string().optional() }),
  orderId: z.string().optional(),
})

function draftFrom(row: Selectable<LeadDraftTable>): Draft {
  return {
    id: row.id,
    version: row.version,
    channel: row.channel,
    language: row.language,
    answers: Answers.parse(JSON.parse(row.answers_json)),
    ...(row.lead_json !== null && { lead: Lead.parse(JSON.parse(row.lead_json)) }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

const columnsOf = ({
  answers,
  language,
  lead,
  expiresAt,
}: Pick<Draft, 'answers' | 'language' | 'lead' | 'expiresAt'>) => ({
  language,
  answers_json: JSON.stringify(answers),
  lead_json: lead === undefined ? null : JSON.stringify(lead),
  expires_at: expiresAt,
})

export function createDraftStore(db: Kysely<Database>): DraftStore {
  return {
    async begunSince(since) {
      const { begun } = await db
        .selectFrom('lead_drafts')
        .select(({ fn }) => fn.countAll<number>().as('begun'))
        .where('created_at', '>', since)
        .executeTakeFirstOrThrow()
      return Number(begun)
    },

    async add(draft) {
      const { id, version, channel, createdAt: created_at } = draft
      await db
        .insertInto('lead_drafts')
        .values({ id, version, channel, ...columnsOf(draft), created_at })
        .execute()
    },

    async draft(id) {
      if (!canBeStored(id)) return undefined
      const row = await db.selectFrom('lead_drafts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && draftFrom(row)
    },

    async change({ id, version }, to, message) {
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('lead_drafts')
          .set({ version: version + 1, ...columnsOf(to) })
          .where('id', '=', id)
          .where('version', '=', version)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        if (message !== undefined) await post(tx, { draft: id, language: to.language }, message)
        if (to.lead !== undefined) await takeBack(tx, id)
        return true
      })
    },
  }
}

/** Makes an id that is known to the holder of the draft's link, who learns nothing else from it. */
const messageIdOf = (draft: string) => hash('sha256', draft)

async function post(
  tx: Transaction<Database>,
  { draft, language }: { readonly draft: string; readonly language: string },
  { msisdn, at, dueAt }: ResumeMessage,
): Promise<void> {
  await tx
    .insertInto('messages')
    .values({
      ...{ id: messageIdOf(draft), attempt_id: null, kind: resumeMessageKind, msisdn, language },
      params_json: JSON.stringify({ draft }),
      ...{ state: 'due', created_at: at, next_check_at: dueAt },
    })
    .execute()
}

/** A message that was sent stays; it is still true. */
async function takeBack(tx: Transaction<Database>, draft: string): Promise<void> {
  await tx.deleteFrom('messages').where('id', '=', messageIdOf(draft)).where('state', '=', 'due').execute()
}
