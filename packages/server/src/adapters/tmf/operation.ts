import { setTimeout as sleep } from 'node:timers/promises'
import type { Money } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { DeliveryResult, Purchase, Send, SendResult } from '../../payments/delivery-provider.ts'
import { notSentReason, type ProviderHooks } from '../call-provider.ts'
import { Id, maybe, refusalText, type TmfClient, type TmfResource } from './tmf-client.ts'

/** A BSS operation that each POST performs once, with a table of what its states mean for the customer. */
export interface Operation {
  readonly resource: TmfResource
  /** The field that carries our id in both directions. */
  readonly ourIdIn: 'reason' | 'externalId' | 'correlatorId'
  readonly outcomes: Readonly<Record<string, DeliveryResult['outcome']>>
  bodyOf(client: TmfClient, purchase: Purchase): Promise<object>
  /** The unpaid rest after completion. */
  remainingAfter?(client: TmfClient, purchase: Purchase): Promise<Money | undefined>
}

const Row = z.object({
  id: Id,
  status: maybe(z.string()),
  state: maybe(z.string()),
  reason: maybe(z.string()),
  externalId: maybe(z.string()),
  correlatorId: maybe(z.string()),
})
type Row = z.infer<typeof Row>

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
    const answer = await client.post(operation.resource, body, Row).catch(unlessNotSent)
    if ('outcome' in answer) return answer
    if (answer.ok)
      return withRemaining(operation, client, purchase, await followUp(operation, client, answer.value, pause))
    return { outcome: 'impossible', reason: refusalText(answer, operation.resource.name) }
  }
}

function unlessNotSent(error: unknown): Extract<SendResult, { outcome: 'not_sent' }> {
  const reason = notSentReason(error)
  if (reason === undefined) throw error
  return { outcome: 'not_sent', reason }
}

/** The outcome of the purchase, if the BSS knows it. */
export async function recallOperation(
  operation: Operation,
  client: TmfClient,
  purchase: Purchase,
): Promise<DeliveryResult | undefined> {
  const rows = await client.list(operation.resource, { [operation.ourIdIn]: purchase.id }, Row)
  const results = rows.filter((row) => row[operation.ourIdIn] === purchase.id).map((row) => resultOf(operation, row))
  const best = bestFirst
    .map((outcome) => results.find((result) => result.outcome === outcome))
    .find((result) => result !== undefined)
  return best && withRemaining(operation, client, purchase, best)
}

/** Completed, even if the details are unknown. */
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

async function followUp(
  operation: Operation,
  client: TmfClient,
  row: Row,
  pause: NonNullable<ProviderHooks['pause']>,
): Promise<DeliveryResult> {
  let result = resultOf(operation, row)
  for (const pauseMs of pollPausesMs) {
    if (result.outcome !== 'pending') return result
    await pause(pauseMs)
    // It was accepted already, so a failed query leaves it pending.
    const now = await client.find(operation.resource, row.id, Row).catch(() => undefined)
    result = resultOf(operation, now ?? row)
  }
  return result
}

function resultOf({ resource, outcomes }: Operation, { id, status, state = status }: Row): DeliveryResult {
  // An unknown state is not final.
  const outcome = outcomes[state ?? ''] ?? 'pending'
  if (outcome === 'impossible') return { outcome, reason: `bss ${resource.name}: ${state}` }
  return { outcome, bssReference: id }
}
