import type { Admission, ChallengeAnswer, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { LRUCache } from 'lru-cache'
import { atMost } from '../common/cache.ts'
import type { Attempt } from './attempt.ts'

/** The requester of a prompt on a handset. */
export interface PromptRequester extends ChallengeAnswer {
  /** The address of a visitor. */
  readonly clientIp?: string
  /** The customer of a channel that names its customers. */
  readonly endUser?: string
}

/** Channels are never challenged, because they cannot solve a challenge for their customers. */
export type ChannelRequester = Pick<PromptRequester, 'endUser'> & { readonly clientIp?: never }

export interface PushPromptsOptions {
  /** The policy `push_prompt`. */
  readonly ofPages: RateLimit
  /** The policy `channel_prompt`: a channel cannot solve a challenge for its customers. */
  readonly ofChannels: RateLimit
  /** Returns the attempts that their payers have approved. */
  readonly listApproved: (ids: readonly string[]) => Promise<readonly string[]>
}

/** The number of open prompts from one address up to which approvals are not looked up. */
const fewPending = 5
const mostPending = 50
const mostAddresses = 20_000

/**
 * Limits prompts by requester. A stranger who receives one may approve it and pay for another customer. Approved
 * prompts do not count, so that the customers behind a carrier's address can pay without limits.
 */
export class PushPrompts {
  readonly #options: PushPromptsOptions
  /** The attempts by requesting address, oldest first. They are in memory, like the counts of client networks. */
  readonly #pending = new LRUCache<string, string[]>(atMost(mostAddresses))
  readonly #inProgress = new Map<string, Promise<Admission>>()

  constructor(options: PushPromptsOptions) {
    this.#options = options
  }

  /** Repeated presses of one order's Pay button are one request. */
  async admit({ id }: Pick<Attempt, 'id'>, requester: PromptRequester): Promise<Admission> {
    const known = this.#inProgress.get(id)
    if (known !== undefined) return known
    const admission = this.#admitNew(id, requester).finally(() => this.#inProgress.delete(id))
    this.#inProgress.set(id, admission)
    return admission
  }

  async #admitNew(id: string, requester: PromptRequester): Promise<Admission> {
    const { ofPages, ofChannels } = this.#options
    const { clientIp } = requester
    if (clientIp === undefined) return ofChannels.admit(requester)
    await this.#countApproved(clientIp)
    const admission = await ofPages.admit({ ...requester, clientIp })
    if (admission.outcome === 'admitted') this.#remember(clientIp, id)
    return admission
  }

  async #countApproved(clientIp: string): Promise<void> {
    const { ofPages, listApproved } = this.#options
    const pending = this.#pending.get(clientIp) ?? []
    if (pending.length <= fewPending) return
    const approved = new Set(await listApproved(pending))
    const left = (this.#pending.get(clientIp) ?? []).filter((id) => !approved.has(id))
    this.#pending.set(clientIp, left)
    for (const _ of approved) ofPages.countSuccess({ clientIp })
  }

  #remember(clientIp: string, id: string): void {
    const pending = [...(this.#pending.get(clientIp) ?? []), id].slice(-mostPending)
    this.#pending.set(clientIp, pending)
  }
}
