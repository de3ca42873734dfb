import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { createHelpFiles } from '../adapters/help-files/help-files.ts'
import { createRemoteContent } from '../adapters/remote-content/remote-content.ts'
import { Content } from '../content/content.ts'
import type { ContentSource } from '../content/content-source.ts'
import type { createStores } from '../db/stores.ts'
import { HelpCentre } from '../help/help-centre.ts'
import { HelpVotes } from '../help/help-votes.ts'
import { MissedSearches } from '../help/missed-searches.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Config } from '../settings/config.ts'
import { contentConstants, isOfUnreviewed, type Market } from '../settings/market.ts'
import type { HelpUseCases } from './use-case-groups.ts'

interface HelpCentreFiles {
  readonly files: Pick<Config['content'], 'folder'> & Partial<Pick<Config['content'], 'own' | 'watch'>>
  readonly market: Market
  readonly content: Pick<Content, 'page'>
  readonly log?: { warn(message: string): void; error(message: string): void }
  readonly observeFaultyFiles?: (files: readonly string[]) => void
}

/** Creates the help centre, with its articles loaded. */
export async function loadHelpCentre(options: HelpCentreFiles): Promise<HelpCentre> {
  const { files, market, content, log, observeFaultyFiles } = options
  const languages = market.languages.map(({ code }) => code)
  const help = new HelpCentre(createHelpFiles({ ...files, languages, constants: contentConstants(market) }), {
    languages,
    ignoredWords: (language) => content.page('getHelp-translation', language).ignoredWords,
    ...(log && { log }),
    ...(observeFaultyFiles && { observeFaultyFiles }),
  })
  await help.load()
  return help
}

interface HelpServiceOptions {
  readonly help: HelpCentre
  readonly stores: Pick<ReturnType<typeof createStores>, 'votes' | 'missedSearches'>
  readonly rateLimits: RateLimits
  readonly now: () => number
}

/** The articles, and visitors' votes on them. */
export function createHelpService({
  help,
  stores,
  rateLimits,
  now,
}: HelpServiceOptions): Omit<HelpUseCases, 'submissions'> {
  return {
    help,
    helpVotes: new HelpVotes({
      store: stores.votes,
      help,
      limit: rateLimits('vote'),
      limitOnArticle: rateLimits('vote_without_browser'),
    }),
    missedSearches: new MissedSearches({ store: stores.missedSearches, now }),
  }
}

interface TextsOptions {
  readonly config: Pick<Config, 'content' | 'market' | 'providers'>
  readonly metrics: Pick<Metrics, 'startProviderSeries' | 'recordCall' | 'setCircuit' | 'setFaultyFiles'>
  readonly log: { warn(fields: object | string, message?: string): void; error(message: string): void }
  readonly clock: { readonly now: () => number }
}

/** Returns the files, or the operator's CMS with the files as fallback. */
function contentSourceOf({ config, metrics, log, clock: { now } }: TextsOptions): ContentSource {
  const files = createContentFiles(config.content)
  const { cms } = config.providers
  if (config.content.source === 'files' || cms === undefined) return files
  const { opco, languages } = config.market
  const constants = contentConstants(config.market)
  const watched = { added: metrics.startProviderSeries, observe: metrics.recordCall, changed: metrics.setCircuit }
  return createRemoteContent({ ...cms, files, opco, languages, constants, log, now, ...watched })
}

/** Loads all texts for visitors, from files or from the operator's CMS. */
export async function loadTexts(options: TextsOptions) {
  const content = await loadContent(options)
  return { content, help: await loadHelp(options, content) }
}

/** Leaves out warnings about unreviewed languages, which may lack most of their texts: `check-market` lists them. */
function quiet({ config: { market }, log }: TextsOptions) {
  return {
    warn: (message: string) => isOfUnreviewed(market, message) || log.warn(message),
    error: (message: string) => log.error(message),
  }
}

async function loadContent(options: TextsOptions): Promise<Content> {
  const { market } = options.config
  const content = new Content(contentSourceOf(options), {
    languages: market.languages.map(({ code }) => code),
    constants: contentConstants(market),
    log: quiet(options),
    observeFaultyFiles: (files) => options.metrics.setFaultyFiles('texts', files),
  })
  await content.load()
  return content
}

function loadHelp(options: TextsOptions, content: Content): Promise<HelpCentre> {
  const { config, metrics } = options
  const observeFaultyFiles = (files: readonly string[]) => metrics.setFaultyFiles('help', files)
  return loadHelpCentre({
    market: config.market,
    content,
    files: config.content,
    log: quiet(options),
    observeFaultyFiles,
  })
}
