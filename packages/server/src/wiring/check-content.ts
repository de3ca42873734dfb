import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { createHelpFiles } from '../adapters/help-files/help-files.ts'
import { createPlaceFiles, createSiteFiles } from '../adapters/place-files/place-files.ts'
import { Content } from '../content/content.ts'
import { HelpCentre } from '../help/help-centre.ts'
import { faultsAmong } from '../places/check-places.ts'
import { contrastFaults } from '../settings/look.ts'
import { contentConstants, type Market, readMarket } from '../settings/market.ts'

export interface CheckedFolders {
  readonly content: string
  readonly places: string
  readonly markets: string
}

/** What the portal would report of the texts, articles and places of each market in the folder. */
export async function faultsInContent({ markets, ...folders }: CheckedFolders): Promise<string[]> {
  const ofPlaces = marketsIn(markets).map((market) => faultsInPlaces(path.join(folders.places, market.code), market))
  const faults = [await faultsInTexts({ content: folders.content, markets }), ...(await Promise.all(ofPlaces))]
  return sortOnce(faults.flat())
}

/** The same for texts and articles only. */
export async function faultsInTexts({ content, markets }: Omit<CheckedFolders, 'places'>): Promise<string[]> {
  const found = await Promise.all(marketsIn(markets).map((market) => checkTexts(content, market)))
  return sortOnce(found.flatMap(({ faults, notes }) => [...faults, ...notes]))
}

export interface CheckedMarket {
  readonly file: string
  readonly content: string
  readonly places: string
}

/** Whether a portal can be run with a market file and its texts and places. Throws where the file itself is no market. */
export async function checkMarket({ file, ...folders }: CheckedMarket): Promise<Findings> {
  const market = readMarket(file)
  const places = path.join(folders.places, market.code)
  const texts = await checkTexts(folders.content, market)
  const faults = [
    ...(market.look === undefined ? [] : contrastFaults(market.look)),
    ...(existsSync(places) ? await faultsInPlaces(places, market) : [`no places in ${places}`]),
    ...texts.faults,
  ]
  return { faults: sortOnce(faults), notes: sortOnce(texts.notes) }
}

const sortOnce = (lines: readonly string[]) => [...new Set(lines)].sort()

function marketsIn(folder: string): Market[] {
  return readdirSync(folder).map((file) => readMarket(path.join(folder, file)))
}

interface Findings {
  readonly faults: readonly string[]
  /** What has a fallback, such as a missing translation. */
  readonly notes: readonly string[]
}

async function checkTexts(folder: string, market: Market): Promise<Findings> {
  const faults: string[] = []
  const notes: string[] = []
  const log = { warn: (line: string) => notes.push(line), error: () => {} }
  // What is thrown has a heading, and then a line for each fault.
  const announceAll = (error: unknown) => faults.push(...String(error).split('\n').slice(1))
  const constants = contentConstants(market)
  const languages = market.languages.map(({ code }) => code)

  const content = new Content(createContentFiles({ folder }), { languages, constants, log })
  const help = new HelpCentre(createHelpFiles({ folder, constants }), { languages, ignoredWords: () => '', log })
  await content.load().catch(announceAll)
  await help.load().catch(announceAll)
  return { faults: [...faults, ...content.faults, ...help.faults], notes }
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
