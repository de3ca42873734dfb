import type { FillValues } from '@nyanja/domain/fill'
import type { Packages } from '../../content/content-source.ts'
import { keptForSeconds } from '../../content/kept-for.ts'
import { PortalError } from '../../errors.ts'
import type { FindPackage } from './cms-client.ts'
import { type GoodPackage, judgePackage } from './judge-package.ts'

export interface CmsCopyOptions {
  readonly find: FindPackage
  /** Every package in every language that is spoken. */
  readonly names: readonly string[]
  readonly spoken: readonly string[]
  /** The English texts that every package is measured by. */
  readonly english: () => Promise<Packages>
  readonly constants: FillValues
  readonly log: { warn(message: string): void; error(message: string): void }
  readonly now: () => number
}

interface Kept {
  readonly name: string
  readonly language: string
  goodUntil: number
  /** As it came last, good or not. */
  raw?: string | undefined
  good?: GoodPackage | undefined
  complaint?: string | undefined
}

export type KeptPackage = Pick<Kept, 'name' | 'language'> & { readonly good: GoodPackage }

/** A CMS that failed, or sent nonsense, is asked again so soon. */
const retryAfterMs = 10_000
const atOnce = 4

/** What the CMS said last, by package and language. What it cannot say any more stays as it was. */
export class CmsCopy {
  readonly #options: CmsCopyOptions
  readonly #kept: readonly Kept[]
  #isSilent = false
  #underWay: Promise<boolean> | undefined

  constructor(options: CmsCopyOptions) {
    this.#options = options
    const { names, spoken } = options
    this.#kept = spoken.flatMap((language) => names.map((name) => ({ name, language, goodUntil: 0 })))
  }

  all(): KeptPackage[] {
    return this.#kept.flatMap(({ name, language, good }) => (good === undefined ? [] : [{ name, language, good }]))
  }

  /** Asks again for what is past its time. True: something is otherwise than before. */
  refresh(): Promise<boolean> {
    this.#underWay ??= this.#refreshDue().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  async #refreshDue(): Promise<boolean> {
    const now = this.#options.now()
    const due = this.#kept.filter(({ goodUntil }) => goodUntil <= now)
    const queue = due.values()
    let hasChanged = false
    let isSilent = false
    const work = async () => {
      for (const kept of queue) {
        if (isSilent) return
        const outcome = await this.#ask(kept)
        hasChanged ||= outcome === 'changed'
        isSilent ||= outcome === 'silent'
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    // Nobody waits for a CMS that hangs more often than once.
    if (isSilent) for (const kept of due) kept.goodUntil = Math.max(kept.goodUntil, now + retryAfterMs)
    return hasChanged
  }

  async #ask(kept: Kept): Promise<'changed' | 'same' | 'silent'> {
    const { find, now, log } = this.#options
    try {
      const raw = await find(kept.name, kept.language)
      kept.goodUntil = now() + keptForSeconds(kept.name) * 1000
      if (this.#isSilent) log.warn('The CMS answers again')
      this.#isSilent = false
      if (raw === kept.raw) return 'same'
      kept.raw = raw
      return (await this.#take(kept, raw)) ? 'changed' : 'same'
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      kept.goodUntil = now() + retryAfterMs
      if (error.code !== 'provider_unreachable') return this.#complain(kept, error.message)
      if (!this.#isSilent) log.error(`The CMS does not answer (${error.message}). Earlier texts stay in use`)
      this.#isSilent = true
      return 'silent'
    }
  }

  /** False: what came is no good, and what was there before stays. */
  async #take(kept: Kept, raw: string | undefined): Promise<boolean> {
    const { english, constants, log } = this.#options
    if (raw === undefined) {
      kept.good = undefined
      return true
    }
    const judgement = judgePackage(kept.name, raw, await english(), constants)
    if ('faults' in judgement) return this.#complain(kept, judgement.faults.join('; ')) === 'changed'
    kept.good = judgement.good
    kept.complaint = undefined
    if (judgement.strange.length > 0)
      log.warn(`From the CMS: ${placeOf(kept)}: no page shows ${judgement.strange.join(', ')}`)
    return true
  }

  /** Once for each mistake. */
  #complain(kept: Kept, complaint: string): 'same' | 'changed' {
    if (kept.complaint !== complaint)
      this.#options.log.error(`From the CMS: ${placeOf(kept)}: ${complaint}. What was there before stays in use`)
    kept.complaint = complaint
    return 'same'
  }
}

const placeOf = ({ language, name }: Kept) => `${language}/${name}`
