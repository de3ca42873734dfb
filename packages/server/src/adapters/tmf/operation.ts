import { setTimeout as sleep } from 'node:timers/promises'
import type { Money } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { DeliveryResult, Purchase, Send, SendResult } from '../../payments/delivery-provider.ts'
import { notSentReason, type ProviderHooks } from '../call-provider.ts'
import { broken } from '../contract-faults.ts'
import { meaningOf, type TmfProfile } from './profile.ts'
import { type Found, refusalText, type TmfClient, type TmfResource } from './tmf-client.ts'
import { Id, idAtEnd, maybe, spare, Text } from './tmf-values.ts'

type ReferenceField = 'reason' | 'externalId' | 'correlatorId'

/** A BSS operation that each POST performs once, with a table of what its states mean for the customer. */
export interface Operation {
  readonly resource: TmfResource
  /** The field that carries our id in both directions. */
  readonly ourIdIn: ReferenceField
  /** The table of the profile with the states. */
  readonly states: keyof TmfProfile['states'] & ('topup' | 'order' | 'payment')
  bodyOf(client: TmfClient, purchase: Purchase): Promise<object>
  /** Narrows a list on a server that refuses to search by our id. */
  narrowBy?(client: TmfClient, purchase: Purchase): Readonly<Record<string, string>>
  /** Reads the unpaid rest after completion. */
  remainingAfter?(client: TmfClient, purchase: Purchase): Promise<Money | undefined>
}

/** Version 5 has several external ids. */
const References = maybe(
  z.union([Text.transform((id) => [id]), z.array(z.union([Text, z.object({ id: Text }).transform(({ id }) => id)]))]),
)

const Row = z.object({ id: spare(Id), href: spare(z.string()), status: spare(Text), state: spare(Text) })
type Row = z.infer<typeof Row> & { readonly references?: readonly string[] | undefined }

/** A row whose reference cannot be read may be the one that is looked for, so it counts as unreadable. */
const rowWith = (field: ReferenceField): z.ZodType<Row> =>
  z.record(z.string(), z.unknown()).transform((sent, context) => {
    const references = References.safeParse(sent[field])
    if (references.success) return { ...Row.parse(sent), references: references.data }
    context.addIssue({ code: 'custom', path: [field], message: 'unreadable' })
    return z.NEVER
  })

const pollPausesMs = [250, 750, 2000]
const bestFirst = ['delivered', 'pending', 'impossible'] as const

export async function prepareOperation(
  operation: Operation,
  client: TmfClient,
  purchase: Purchase,
  { pause = sleep }: ProviderHooks,
): Promise<Send> {
  const body = await operation.bodyOf(client, purchase)
  return async () => {
    const answer = await client.post(operation.resource, body, rowWith(operation.ourIdIn)).catch(unlessNotSent)
    if ('outcome' in answer) return answer
    if (!answer.ok) return { outcome: 'impossible', reason: refusalText(answer, operation.resource.name) }
    const id = idIn(answer.value) ?? answer.id
    const first = toResult({ operation, client, purchase }, { ...answer.value, id })
    const result = await followUp({ operation, client, purchase }, { first, id, pause })
    return withRemaining(operation, client, purchase, result)
  }
}

function unlessNotSent(error: unknown): Extract<SendResult, { outcome: 'not_sent' }> {
  const reason = notSentReason(error)
  if (reason === undefined) throw error
  return { outcome: 'not_sent', reason }
}

/** The outcome of the purchase, if the BSS knows it. Throws where the BSS may know it and does not show it. */
export async function recallOperation(
  operation: Operation,
  client: TmfClient,
  purchase: Purchase,
): Promise<DeliveryResult | undefined> {
  const { rows, isComplete } = await listOurs(operation, client, purchase)
  const results = rows.map((row) => toResult({ operation, client, purchase }, row))
  const best = bestFirst
    .map((outcome) => results.find((result) => result.outcome === outcome))
    .find((result) => result !== undefined)
  const isSure = isComplete && (best !== undefined || client.profile.findByReference.absence === 'certain')
  // Another row may tell of a success.
  if (!isSure && (best === undefined || best.outcome === 'impossible'))
    throw broken(`${operation.resource.name}: not found, and it may be there`)
  return best && withRemaining(operation, client, purchase, best)
}

async function listOurs(
  { resource, ourIdIn, narrowBy }: Operation,
  client: TmfClient,
  purchase: Purchase,
): Promise<Found<Row>> {
  const isRefused = client.profile.filters[`${resource.name}.${ourIdIn}`] === null
  return client.search(resource, {
    filter: isRefused ? (narrowBy?.(client, purchase) ?? {}) : { [ourIdIn]: purchase.id },
    row: rowWith(ourIdIn),
    matches: ({ references }) => references?.includes(purchase.id) ?? false,
    decidedBy: ({ references }) => references,
  })
}

/** Returns a completed result, even if the details are unknown. */
async function withRemaining(
  operation: Operation,
  client: TmfClient,
  purchase: Purchase,
  result: DeliveryResult,
): Promise<DeliveryResult> {
  if (result.outcome !== 'delivered') return result
  const remaining = await operation.remainingAfter?.(client, purchase).catch(() => undefined)
  return remaining === undefined ? result : { ...result, remaining }
}

interface Sent {
  readonly operation: Operation
  readonly client: TmfClient
  readonly purchase: Purchase
}

interface Accepted {
  readonly first: DeliveryResult
  readonly id: string | undefined
  readonly pause: NonNullable<ProviderHooks['pause']>
}

async function followUp(sent: Sent, { first, id, pause }: Accepted): Promise<DeliveryResult> {
  let result = first
  for (const pauseMs of pollPausesMs) {
    if (result.outcome !== 'pending') return result
    await pause(pauseMs)
    // It was accepted already, so a failed query leaves it pending.
    const now = await lookUp(sent, id).catch(() => undefined)
    result = now ?? result
  }
  return result
}

async function lookUp(sent: Sent, id: string | undefined): Promise<DeliveryResult | undefined> {
  const { operation, client, purchase } = sent
  const row = id === undefined ? undefined : await client.find(operation.resource, id, Row)
  return row === undefined ? recallOperation(operation, client, purchase) : toResult(sent, { ...row, id })
}

const idIn = (row: Pick<Row, 'id' | 'href'> | undefined) => row?.id ?? idAtEnd(row?.href)

function toResult({ operation, client, purchase }: Sent, row: Partial<Row>): DeliveryResult {
  const { resource, states } = operation
  const { status, state = status ?? '' } = row
  // An unknown state is not final.
  const outcome = meaningOf(client.profile.states[states], state) ?? 'pending'
  if (outcome === 'impossible') return { outcome, reason: `bss ${resource.name}: ${state}` }
  // A server without ids still has it under ours.
  return { outcome, bssReference: row.id ?? idAtEnd(row.href) ?? purchase.id }
}
