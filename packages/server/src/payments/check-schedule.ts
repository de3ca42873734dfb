import { promises } from '@nyanja/domain/payments/payment-deadlines'
import { hour, minute, second } from '@nyanja/domain/time'
import type { Attempt } from './attempt.ts'
import type { WatchedGateway } from './payment-gateway.ts'

const every10sFor = 2 * minute
const laterChecks = [5 * minute, 10 * minute, 30 * minute, hour] as const
const hourlyUntil = 72 * hour

/** No provider is asked about the same attempt more often than this, however many pages poll. */
export const shortestPauseMs = 3 * second

/**
 * When to ask again about an attempt that is still undecided: every 10 s for two minutes from the first enquiry, then
 * at 5, 10, 30 and 60 minutes, then hourly. Undefined after 72 hours, when only a person can settle it.
 */
export function nextCheckAt(firstEnquiryAt: number, now: number): number | undefined {
  const age = now - firstEnquiryAt
  if (age < 0) return firstEnquiryAt
  if (age < every10sFor) return now + 10 * second
  const later = laterChecks.find((at) => at > age)
  if (later !== undefined) return firstEnquiryAt + later
  return age < hourlyUntil ? now + hour : undefined
}

/** When its provider may first be asked about an attempt without a hint. */
export function firstEnquiryAt({ createdAt, handedOverAt = createdAt }: Attempt, gateway?: WatchedGateway): number {
  return handedOverAt + (gateway?.firstEnquiryAfterMs ?? 0)
}

/** After the provider's limit it gets this long to say so itself. */
const expiryGraceMs = 30 * second

export function limitOf({ expiresAt }: Attempt): number {
  return expiresAt + expiryGraceMs
}

/** From this age on an undecided payment also stands in the review list. */
export const reviewAfterMs = promises.decisionMs

/** A wallet may need so long to say whether it takes a PIN; until then nobody takes the PIN for lost. */
export const pinAnswerMs = 35 * second
