import { PortalError } from '@nyanja/domain/errors'
import { type SiteLanguages, toLanguagePrefix } from '@nyanja/domain/texts/language'
import { z } from 'zod'
import { maxAgeSecondsOf } from '../../content/content-source.ts'
import { unprefixedPages } from '../../content/site-links.ts'
import { createProvider, type ProviderHooks } from '../call-provider.ts'

export interface CmsClientOptions extends ProviderHooks {
  /** The URL without a trailing slash: `cms/webpage/activePackage` follows. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly opco: string
  readonly languages: SiteLanguages
  readonly timeoutMs?: number
}

/** Returns the package as the CMS has it; undefined where it has none. */
type FindPackage = (name: string, language: string) => Promise<string | undefined>

const Found = z.object({ data: z.object({ packageHtml: z.string() }) })
/** The body of an answer about a missing package: some servers report it nowhere else. */
const Missing = z.object({ statusCode: z.literal([404, '404']) })

const operation = 'activePackage'

export function createCmsClient(options: CmsClientOptions): FindPackage {
  const { baseUrl, apiKey, opco, languages, timeoutMs = 3_000 } = options
  const provider = createProvider('cms', options)

  return async (name, language) => {
    const isOneForAll = unprefixedPages.has(name)
    const prefix = isOneForAll ? '' : toLanguagePrefix(language, languages)
    const query = new URLSearchParams({ opco, pageUrl: `${prefix}/${name}` })
    const answer = await provider.send({
      operation,
      url: `${baseUrl}/cms/webpage/activePackage?${query}`,
      timeoutMs,
      schema: z.union([Found, Missing]),
      definite: [404],
      headers: { accept: 'application/json', 'x-api-key': apiKey, ...(isOneForAll && { lang: language }) },
    })
    if (answer.ok) return 'data' in answer.value ? answer.value.data.packageHtml : undefined
    if (answer.status === 404) return undefined
    throw new PortalError('provider_broke_contract', `cms ${operation}: refused with HTTP ${answer.status}`)
  }
}

export interface CmsCopyOptions {
  readonly find: FindPackage
  /** The names of every package in every language of the market. */
  readonly names: readonly string[]
  readonly spoken: readonly string[]
  readonly log: { warn(message: string): void; error(message: string): void }
  readonly now: () => number
}

interface Kept {
  readonly name: string
  readonly language: string
  goodUntil: number
  /** The last response, valid or not. */
  raw?: string | undefined
  complaint?: string | undefined
}

export interface ReportedPackage {
  readonly name: string
  readonly language: string
  readonly raw: string
}

/** A CMS that failed or sent an invalid response is called again after this time. */
const retryAfterMs = 10_000
const atOnce = 4

/** Keeps the CMS's last responses, by package and language. Packages that cannot be read any more stay as they were. */
export class CmsCopy {
  readonly #options: CmsCopyOptions
  readonly #kept: readonly Kept[]
  #isSilent = false
  #isEmpty = false
  #revision = 0
  #inProgress: Promise<void> | undefined

  constructor(options: CmsCopyOptions) {
    this.#options = options
    const { names, spoken } = options
    this.#kept = spoken.flatMap((language) => names.map((name) => ({ name, language, goodUntil: 0 })))
  }

  /** The revision is incremented by each change. */
  get revision(): number {
    return this.#revision
  }

  all(): ReportedPackage[] {
    return this.#kept.flatMap(({ name, language, raw }) => (raw === undefined ? [] : [{ name, language, raw }]))
  }

  /** Requests the packages that have expired. */
  refresh(): Promise<void> {
    this.#inProgress ??= this.#refreshDue().finally(() => {
      this.#inProgress = undefined
    })
    return this.#inProgress
  }

  async #refreshDue(): Promise<void> {
    const now = this.#options.now()
    const due = this.#kept.filter(({ goodUntil }) => goodUntil <= now)
    const queue = due.values()
    let isSilent = false
    const work = async () => {
      for (const kept of queue) {
        if (isSilent) return
        isSilent ||= (await this.#ask(kept)) === 'silent'
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    // A hanging CMS delays a refresh only once.
    if (isSilent) for (const kept of due) kept.goodUntil = Math.max(kept.goodUntil, now + retryAfterMs)
    else this.#announceEmpty()
  }

  /** Reports an empty CMS, because most likely another server answers at the address. */
  #announceEmpty(): void {
    const isEmpty = this.#kept.every(({ raw, complaint }) => raw === undefined && complaint === undefined)
    if (isEmpty && !this.#isEmpty) this.#options.log.warn('The CMS has none of our packages')
    this.#isEmpty = isEmpty
  }

  async #ask(kept: Kept): Promise<'answered' | 'silent'> {
    const { find, now, log } = this.#options
    try {
      const raw = await find(kept.name, kept.language)
      kept.goodUntil = now() + maxAgeSecondsOf(kept.name) * 1000
      if (this.#isSilent) log.warn('The CMS answers again')
      this.#isSilent = false
      if (raw !== kept.raw) this.#revision += 1
      kept.raw = raw
      kept.complaint = undefined
      return 'answered'
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      kept.goodUntil = now() + retryAfterMs
      if (error.code !== 'provider_unreachable') return this.#complain(kept, error.message)
      if (!this.#isSilent) log.error(`The CMS does not answer (${error.message}). Earlier texts stay in use`)
      this.#isSilent = true
      return 'silent'
    }
  }

  /** Reports each fault once. */
  #complain(kept: Kept, complaint: string): 'answered' {
    const { name, language } = kept
    if (kept.complaint !== complaint)
      this.#options.log.error(`From the CMS: ${language}/${name}: ${complaint}. The earlier version stays in use`)
    kept.complaint = complaint
    return 'answered'
  }
}
