import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { createRemoteContent } from '../adapters/remote-content/remote-content.ts'
import { Content } from '../content/content.ts'
import type { ContentSource } from '../content/content-source.ts'
import type { HelpCentre } from '../help/help-centre.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import { contentConstants } from '../settings/market.ts'
import { loadHelpCentre } from './help-service.ts'

interface TextsOptions {
  readonly config: Pick<Config, 'content' | 'market' | 'providers'>
  readonly metrics: Pick<Metrics, 'addedProvider' | 'askedProvider' | 'changedCircuit' | 'setFaultyFiles'>
  readonly log: { warn(fields: object | string, message?: string): void; error(message: string): void }
  readonly clock: { readonly now: () => number }
}

/** The files, or the operator's CMS before them. */
function contentSourceOf({ config, metrics, log, clock: { now } }: TextsOptions): ContentSource {
  const files = createContentFiles(config.content)
  const { cms } = config.providers
  if (config.content.source === 'files' || cms === undefined) return files
  const { opco, languages } = config.market
  const constants = contentConstants(config.market)
  const watched = { added: metrics.addedProvider, observe: metrics.askedProvider, turned: metrics.changedCircuit }
  return createRemoteContent({ ...cms, files, opco, languages, constants, log, now, ...watched })
}

/** All that visitors read, from files or from the operator's CMS. */
export async function loadTexts(options: TextsOptions) {
  const content = await loadContent(options)
  return { content, help: await loadHelp(options, content) }
}

async function loadContent(options: TextsOptions): Promise<Content> {
  const { market } = options.config
  const content = new Content(contentSourceOf(options), {
    languages: [market.languages.unprefixed, market.languages.prefixed],
    constants: contentConstants(market),
    log: options.log,
    observeFaultyFiles: (files) => options.metrics.setFaultyFiles('texts', files),
  })
  await content.load()
  return content
}

function loadHelp({ config, metrics, log }: TextsOptions, content: Content): Promise<HelpCentre> {
  const observeFaultyFiles = (files: readonly string[]) => metrics.setFaultyFiles('help', files)
  return loadHelpCentre({ market: config.market, content, files: config.content, log, observeFaultyFiles })
}
