import type { Admission, ChallengeAnswer, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { LRUCache } from 'lru-cache'
import type { Attempt } from './attempt.ts'

/** Who asks for a prompt on a handset. */
export interface PromptAsking extends ChallengeAnswer {
  /** Of a visitor. */
  readonly address?: string
  /** The customer of a channel that names its customers. */
  readonly endUser?: string
}

/** A channel is never challenged: it can solve nothing for its customers. */
export type ChannelAsking = Pick<PromptAsking, 'endUser'> & { readonly address?: never }

export interface PushPromptsOptions {
  /** Of `push_prompt`. */
  readonly ofPages: RateLimit
  /** Of `channel_prompt`: a channel cannot solve a challenge for its customers. */
  readonly ofChannels: RateLimit
  /** Those of the attempts that their payers have approved. */
  readonly listApproved: (ids: readonly string[]) => Promise<readonly string[]>
}

/** So many may be on their way from one address before it matters which were approved. */
const fewPending = 5
const mostPending = 50
const mostAddresses = 20_000

/**
 * Meters prompts by their sender. A stranger who gets one may approve it and pay for another customer. Prompts that
 * were approved count for nothing, so that the customers behind a carrier's address pay as before.
 */
export class PushPrompts {
  readonly #options: PushPromptsOptions
  /** Attempts by the address that they came from, the oldest first. In memory, as the counts of senders are. */
  readonly #pending = new LRUCache<string, string[]>({ max: mostAddresses })
  readonly #inProgress = new Map<string, Promise<Admission>>()

  constructor(options: PushPromptsOptions) {
    this.#options = options
  }

  /** The Pay button of one order, pressed several times at once, is one request. */
  async admit({ id }: Pick<Attempt, 'id'>, asking: PromptAsking): Promise<Admission> {
    const known = this.#inProgress.get(id)
    if (known !== undefined) return known
    const admission = this.#judge(id, asking).finally(() => this.#inProgress.delete(id))
    this.#inProgress.set(id, admission)
    return admission
  }

  async #judge(id: string, asking: PromptAsking): Promise<Admission> {
    const { ofPages, ofChannels } = this.#options
    const { address } = asking
    if (address === undefined) return ofChannels.admit(asking)
    await this.#countApproved(address)
    const admission = await ofPages.admit({ ...asking, address })
    if (admission.outcome === 'admitted') this.#remember(address, id)
    return admission
  }

  async #countApproved(address: string): Promise<void> {
    const { ofPages, listApproved } = this.#options
    const pending = this.#pending.get(address) ?? []
    if (pending.length <= fewPending) return
    const approved = new Set(await listApproved(pending))
    const left = (this.#pending.get(address) ?? []).filter((id) => !approved.has(id))
    this.#pending.set(address, left)
    for (const _ of approved) ofPages.countSuccess({ address })
  }

  #remember(address: string, id: string): void {
    const pending = [...(this.#pending.get(address) ?? []), id].slice(-mostPending)
    this.#pending.set(address, pending)
  }
}
