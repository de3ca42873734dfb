import { type JsonObject, textAt, valuesAt } from '../core/json.ts'

/** An order for internet at home, or the wish for one, as the office has it. */
export interface Order {
  readonly id: string
  readonly reference: string
  readonly isWish: boolean
  readonly status: string
  readonly who: string
  readonly msisdn: string
  readonly where: string
  readonly plan: string
  readonly reason: string | undefined
  readonly startsAt: Date | undefined
  readonly notes: readonly string[]
}

export function readOrder(lead: JsonObject): Order {
  const startsAt = textAt(lead, 'startsAt')
  const where = [textAt(lead, 'street'), textAt(lead, 'city')].filter((part) => part !== undefined)
  return {
    id: textAt(lead, 'id') ?? '',
    reference: textAt(lead, 'name') ?? '',
    isWish: textAt(lead, 'type')?.endsWith('INTEREST') ?? false,
    status: textAt(lead, 'status') ?? '',
    who: textAt(lead, 'who') ?? '',
    msisdn: textAt(lead, 'msisdn') ?? '',
    where: where.join(', '),
    plan: textAt(lead, 'plan') ?? '',
    reason: textAt(lead, 'reason'),
    startsAt: startsAt === undefined ? undefined : new Date(startsAt),
    notes: valuesAt(lead, ['notes']).map(String),
  }
}
