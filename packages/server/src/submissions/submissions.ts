import {
  type Answers,
  type FormFault,
  type FormRules,
  listFormFaults,
  readAnswers,
} from '@nyanja/domain/forms/form-rules'
import type { ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { sameWithinMs, submissionWindows } from '@nyanja/domain/rate-limits/rate-policies'
import type { Submission, SubmissionForm, SubmissionStore } from './submission.ts'

export interface SubmissionsOptions {
  readonly store: SubmissionStore
  readonly rulesOf: (form: SubmissionForm, language: string) => FormRules
  /** The policy `submission`. */
  readonly limit: RateLimit
  /** Hashes a text so that it cannot be recovered. */
  readonly digestOf: (text: string) => string
  readonly now: () => number
  readonly newId: () => string
  readonly newReference: () => string
}

export interface Handed extends ChallengeAnswer {
  readonly form: SubmissionForm
  readonly channel: string
  readonly language: string
  /** The address, absent when unknown; a channel sends for many customers. */
  readonly clientIp?: string
  /** Returns the answer to a field of this name. */
  readonly typed: (name: string) => string | undefined
}

export type SubmitResult =
  | { readonly outcome: 'kept'; readonly reference: string }
  | { readonly outcome: 'wrong'; readonly answers: Answers; readonly faults: readonly FormFault[] }
  | (Challenged & { readonly answers: Answers })
  /** More messages than can be read. */
  | { readonly outcome: 'full'; readonly answers: Answers }

/** Accepts messages to the operator from visitors and other channels. */
export class Submissions {
  readonly #options: SubmissionsOptions

  constructor(options: SubmissionsOptions) {
    this.#options = options
  }

  async submit(handed: Handed): Promise<SubmitResult> {
    const { rulesOf, store, now } = this.#options
    const rules = rulesOf(handed.form, handed.language)
    const answers = readAnswers(rules, handed.typed)
    const faults = listFormFaults(rules, answers)
    if (faults.length > 0) return { outcome: 'wrong', answers, faults }

    const sameSince = now() - sameWithinMs
    const digest = this.#digest(handed, answers)
    const same = await store.sameSince(digest, sameSince)
    if (same !== undefined) return { outcome: 'kept', reference: same }
    return (await this.#refusal(handed, answers)) ?? this.#keep(handed, { answers, digest, sameSince })
  }

  async #refusal({ channel, clientIp, solution, token }: Handed, answers: Answers): Promise<SubmitResult | undefined> {
    const { store, limit, now } = this.#options
    const { ofOneMs, altogetherMs } = submissionWindows
    const since = { ofOne: now() - ofOneMs, altogether: now() - altogetherMs }
    const { fromSame, altogether } = await store.count({ ...senderIn(answers), channel }, since)
    const rows = { target: fromSame, channel: altogether }
    const admission = await limit.admit({ clientIp, solution, token, rows })
    switch (admission.outcome) {
      case 'admitted':
        return undefined
      case 'refused':
        return { outcome: 'full', answers }
      case 'challenge':
        return { ...admission, answers }
    }
  }

  async #keep(
    { form, channel, language }: Handed,
    { answers, digest, sameSince }: { readonly answers: Answers; readonly digest: string; readonly sameSince: number },
  ): Promise<SubmitResult> {
    const { store, now, newId, newReference } = this.#options
    const submission: Submission = {
      id: newId(),
      reference: newReference(),
      form,
      channel,
      language,
      answers,
      at: now(),
    }
    const reference = await store.keep({ ...submission, ...senderIn(answers), digest }, sameSince)
    return { outcome: 'kept', reference }
  }

  #digest({ form, channel, clientIp = '' }: Handed, answers: Answers): string {
    return this.#options.digestOf(JSON.stringify([form, channel, clientIp, answers]))
  }
}

/** Finds the sender's contact by the names of the form fields. */
const senderIn = ({ contactNumber = '', email = '' }: Answers) => ({
  msisdn: contactNumber,
  email: email.toLowerCase(),
})
