import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { createHelpFiles } from '../adapters/help-files/help-files.ts'
import { createPlaceFiles, createSiteFiles } from '../adapters/place-files/place-files.ts'
import { Content } from '../content/content.ts'
import { HelpCentre } from '../help/help-centre.ts'
import { faultsAmong } from '../places/check-places.ts'
import { contentConstants, type Market, readMarket } from '../settings/market.ts'

export interface CheckedFolders {
  readonly content: string
  readonly places: string
  readonly markets: string
}

/** The faults that the portal would report about texts, articles and places in each market, for editors. */
export async function faultsInContent({ markets, ...folders }: CheckedFolders): Promise<string[]> {
  const ofPlaces = marketsIn(markets).map((market) => faultsInPlaces(path.join(folders.places, market.code), market))
  const faults = [await faultsInTexts({ content: folders.content, markets }), ...(await Promise.all(ofPlaces))]
  return [...new Set(faults.flat())].sort()
}

/** The same for texts and articles only. */
export async function faultsInTexts({ content, markets }: Omit<CheckedFolders, 'places'>): Promise<string[]> {
  const faults = await Promise.all(marketsIn(markets).map((market) => describeFaults(content, market)))
  return [...new Set(faults.flat())].sort()
}

function marketsIn(folder: string): Market[] {
  return readdirSync(folder).map((file) => readMarket(path.join(folder, file)))
}

async function describeFaults(folder: string, market: Market): Promise<string[]> {
  const shown: string[] = []
  // Faults are requested; notes, such as a missing translation, are only logged.
  const log = { warn: (line: string) => shown.push(line), error: () => {} }
  // Thrown messages have a heading, and then a line for each fault.
  const announceAll = (error: unknown) => shown.push(...String(error).split('\n').slice(1))
  const constants = contentConstants(market)
  const languages = market.languages.map(({ code }) => code)

  const content = new Content(createContentFiles({ folder }), { languages, constants, log })
  const help = new HelpCentre(createHelpFiles({ folder, constants }), { languages, ignoredWords: () => '', log })
  await content.load().catch(announceAll)
  await help.load().catch(announceAll)
  return [...shown, ...content.faults, ...help.faults]
}

async function faultsInPlaces(
  folder: string,
  { code, numbers, languages, map: { bounds } }: Market,
): Promise<string[]> {
  const files = createPlaceFiles({
    folder,
    phoneDigits: numbers.length,
    translations: languages.slice(1).map(({ code }) => code),
  })
  const districts = new Set((await files.read('districts')).rows.map(({ row }) => row.name))
  const ofTables = (['districts', 'towns', 'shops'] as const).map(async (table) => {
    const { rows, faults } = await files.read(table)
    return [...faults, ...faultsAmong(rows, { file: `${table}.csv`, bounds, districts })]
  })
  const ofSites = createSiteFiles({ folder, bounds }).read()
  const all = [...(await Promise.all(ofTables)).flat(), ...((await ofSites)?.faults ?? [])]
  return all.map((fault) => `${code}/${fault}`)
}
