import { createHelpFiles } from '../adapters/help-files/help-files.ts'
import type { Content } from '../content/content.ts'
import type { createStores } from '../db/stores.ts'
import { HelpCentre } from '../help/help-centre.ts'
import { HelpVotes } from '../help/help-votes.ts'
import { MissedSearches } from '../help/missed-searches.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { contentConstants, type Market } from '../settings/market.ts'

export interface HelpCentreFiles {
  readonly files: { readonly folder: string; readonly watch?: boolean }
  readonly market: Market
  readonly content: Pick<Content, 'page'>
  readonly log?: { warn(message: string): void; error(message: string): void }
  readonly observeFaultyFiles?: (files: readonly string[]) => void
}

/** The help centre, with its articles read. */
export async function loadHelpCentre(options: HelpCentreFiles): Promise<HelpCentre> {
  const { files, market, content, log, observeFaultyFiles } = options
  const { unprefixed, prefixed } = market.languages
  const languages = [unprefixed, prefixed]
  const help = new HelpCentre(createHelpFiles({ ...files, languages, constants: contentConstants(market) }), {
    languages,
    ignoredWords: (language) => content.page('getHelp-translation', language).ignoredWords,
    ...(log && { log }),
    ...(observeFaultyFiles && { observeFaultyFiles }),
  })
  await help.load()
  return help
}

export interface HelpServiceOptions {
  readonly help: HelpCentre
  readonly stores: Pick<ReturnType<typeof createStores>, 'votes' | 'missedSearches'>
  readonly rateLimits: RateLimits
  readonly now: () => number
}

/** The articles, and what visitors say of them. */
export function createHelpService({ help, stores, rateLimits, now }: HelpServiceOptions) {
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
