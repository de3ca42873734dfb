// @ts-nocheck
import type { Refusal } from '../../payments/payment-gateway.ts'
import { createLatest } from '../latest.ts'

interface Prompt {
  /** Until then it may stand on the handset. */
  readonly until: number
  readonly refusal?: Refusal
}

export interface Prompts {
  sent(id: string): void
  /** The call that sent it came back with a refusal, however late. */
  refused(id: string, refusal: Refusal): void
  isOpen(id: string): boolean
  refusalOf(id: string): Refusal | undefined
}

/** What this process knows of the prompts that it sent; of whoever is dropped the provider alone can tell. */
export function createPrompts(now: () => number, lifeMs: number): Prompts {
  const prompts = createLatest<Prompt>()

  return {
    sent: (id) => prompts.keep(id, { until: now() + lifeMs }),
    refused: (id, refusal) => prompts.keep(id, { until: 0, refusal }),
    isOpen: (id) => now() < (prompts.find(id)?.until ?? 0),
    refusalOf: (id) => prompts.find(id)?.refusal,
  }
}
