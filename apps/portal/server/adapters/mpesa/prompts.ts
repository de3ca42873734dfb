import type { Refusal } from '../../payments/payment-gateway.ts'

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

// A bound for the memory of a process that runs for months; of whoever is dropped the provider alone can tell.
const mostKept = 10_000

/** What this process knows of the prompts that it sent. */
export function createPrompts(now: () => number, lifeMs: number): Prompts {
  const prompts = new Map<string, Prompt>()

  function keep(id: string, prompt: Prompt): void {
    prompts.delete(id)
    prompts.set(id, prompt)
    const [oldest] = prompts.keys()
    if (prompts.size > mostKept && oldest !== undefined) prompts.delete(oldest)
  }

  return {
    sent: (id) => keep(id, { until: now() + lifeMs }),
    refused: (id, refusal) => keep(id, { until: 0, refusal }),
    isOpen: (id) => now() < (prompts.get(id)?.until ?? 0),
    refusalOf: (id) => prompts.get(id)?.refusal,
  }
}
