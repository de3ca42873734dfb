import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createContentFiles } from './adapters/content-files/content-files.ts'
import { createHelpFiles } from './adapters/help-files/help-files.ts'
import { Content } from './content/content.ts'
import { contentConstants } from './content-constants.ts'
import { HelpCentre } from './help/help-centre.ts'
import { readMarket } from './market.ts'

export interface CheckedFolders {
  readonly content: string
  readonly markets: string
}

/** What the portal would say about its content when it starts, in each market, for whoever edits it. */
export async function faultsInContent({ content: folder, markets }: CheckedFolders): Promise<string[]> {
  const said = new Set<string>()
  const log = { warn: (line: string) => void said.add(line), error: (line: string) => void said.add(line) }
  for (const file of readdirSync(markets)) {
    const market = readMarket(path.join(markets, file))
    const { unprefixed, prefixed } = market.languages
    const constants = contentConstants(market)
    const languages = [unprefixed, prefixed]
    const content = new Content(createContentFiles({ folder }), { languages, constants, log })
    const help = new HelpCentre(createHelpFiles({ folder, constants }), { languages, ignoredWords: () => '', log })
    for (const words of [content, help])
      await words.load().catch((error: Error) => {
        for (const line of error.message.split('\n').slice(1)) said.add(line)
      })
  }
  return [...said].sort()
}
