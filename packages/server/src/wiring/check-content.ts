import { existsSync } from 'node:fs'
import { dateFormatIn } from '@nyanja/domain/texts/date-format'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { createHelpFiles } from '../adapters/help-files/help-files.ts'
import { createPlaceFiles, createSiteFiles } from '../adapters/place-files/place-files.ts'
import { Content } from '../content/content.ts'
import { HelpCentre } from '../help/help-centre.ts'
import { faultsAmong } from '../places/check-places.ts'
import { contrastFaults } from '../settings/look.ts'
import { contentConstants, isOfUnreviewed, type Market, readMarket } from '../settings/market.ts'
import { fileIn, isMarketFolder, locateParts, readMarkets } from '../settings/market-folder.ts'
import { openPointsOf } from '../settings/placeholders.ts'

export interface CheckedFolders {
  readonly content: string
  readonly places: string
  readonly markets: string
}

/** Lists what the portal would report of the texts, articles and places of each market in the folder. */
export async function faultsInContent({ markets, ...folders }: CheckedFolders): Promise<string[]> {
  const ofPlaces = readMarkets(markets).map(({ market, folder }) =>
    faultsInPlaces(locateParts(folder, market.code, folders).places, market),
  )
  const faults = [await faultsInTexts({ content: folders.content, markets }), ...(await Promise.all(ofPlaces))]
  return sortOnce(faults.flat())
}

/** Lists the same faults, for texts and articles only. */
export async function faultsInTexts({ content, markets }: Omit<CheckedFolders, 'places'>): Promise<string[]> {
  const found = await Promise.all(
    readMarkets(markets).map(async ({ market, folder }) => {
      const { faults, notes } = await checkTexts(
        locateParts(folder, market.code, { content, places: '' }).content,
        market,
      )
      return [...faults, ...notes.filter((note) => !isOfUnreviewed(market, note))]
    }),
  )
  return sortOnce(found.flat())
}

export interface CheckedMarket {
  /** A market file, or the folder of a market. */
  readonly file: string
  readonly content: string
  readonly places: string
}

/**
 * Tells whether a portal can be run with a market and its texts and places. Throws where the market file itself is
 * wrong.
 */
export async function checkMarket({ file, ...folders }: CheckedMarket): Promise<Findings> {
  const folder = isMarketFolder(file) ? file : undefined
  const marketFile = folder === undefined ? file : fileIn(folder)
  const market = readMarket(marketFile)
  const { content, places } = locateParts(folder, market.code, folders)
  const texts = await checkTexts(content, market)
  const faults = [
    ...(market.look === undefined ? [] : contrastFaults(market.look)),
    ...(existsSync(places) ? await faultsInPlaces(places, market) : [`no places in ${places}`]),
    ...texts.faults,
  ]
  const notes = [
    ...notesOf(texts.notes, market),
    ...openPointsOf({ file: marketFile, places }),
    ...dateNotes(market),
    ...(await letterNotes(content, market)),
  ]
  return { faults: sortOnce(faults), notes: sortOnce(notes) }
}

const sortOnce = (lines: readonly string[]) => [...new Set(lines)].sort()

const lacks = ' lacks '

/** Joins notes to one line for each file of a language that is not reviewed: its texts are read one by one anyway. */
function notesOf(notes: readonly string[], market: Market): string[] {
  const isOf = (note: string) => isOfUnreviewed(market, note)
  const byFile = Map.groupBy(
    notes.filter((note) => isOf(note) && note.includes(lacks)),
    (note) => note.split(lacks)[0],
  )
  const unreviewed = market.languages.filter(({ reviewed }) => reviewed === false)
  return [
    ...notes.filter((note) => !(isOf(note) && note.includes(lacks))),
    ...unreviewed.map(({ code, name }) => `${code}: the texts in ${name} are not reviewed by a speaker`),
    ...[...byFile].map(([file, all]) => `${file}${lacks}${all.length} texts; another language is used`),
  ]
}

/** Lists the languages in which Node writes months as numbers, as in the Portuguese of Mozambique. */
function dateNotes(market: Market): string[] {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))
  return market.languages.flatMap(({ code, dateNames }) => {
    if (dateNames !== undefined) return []
    const format = dateFormatIn(market, code, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    const hasNames = months.every((at) =>
      format.formatToParts(at).some(({ type, value }) => type === 'month' && /\p{L}/u.test(value)),
    )
    const example = format.format(months[0])
    return hasNames ? [] : [`${code}: dates have no names of months (${example}): set dateNames or dateLocale`]
  })
}

/** Lists the letters that receipts as PDF show as question marks. */
async function letterNotes(files: CheckedTexts, { languages }: Market): Promise<string[]> {
  const { listMissingLetters } = await import('../adapters/pdf-receipt/fonts.ts')
  const { languages: found } = await createContentFiles(files).read()
  return languages.flatMap(({ code }) => {
    const missing = listMissingLetters(Object.values(found[code]?.['receipt-translation'] ?? {}).join(''))
    return missing.length === 0 ? [] : [`${code}: no font of receipts has ${missing.slice(0, 10).join(' ')}`]
  })
}

/** Lists sentences of unreviewed languages that are still the English ones. */
async function copiedTexts(files: CheckedTexts, { languages }: Market): Promise<string[]> {
  const { languages: found } = await createContentFiles(files).read()
  return languages.flatMap(({ code, reviewed }) => {
    if (reviewed !== false) return []
    return Object.entries(found[code] ?? {}).flatMap(([name, texts]) => {
      const english = found.en?.[name] ?? {}
      const copied = Object.entries(texts).filter(
        ([key, text]) => text === english[key] && /\p{L} \p{L}+ \p{L}/u.test(text),
      )
      return copied.length === 0 ? [] : [`${code}/${name} has ${copied.length} texts in English`]
    })
  })
}

interface CheckedTexts {
  readonly folder: string
  readonly own?: string | undefined
}

interface Findings {
  readonly faults: readonly string[]
  /** The notes about what has a fallback, such as a missing translation. */
  readonly notes: readonly string[]
}

async function checkTexts(files: CheckedTexts, market: Market): Promise<Findings> {
  const faults: string[] = []
  const notes: string[] = []
  const log = { warn: (line: string) => notes.push(line), error: () => {} }
  // The error has a heading, and then a line for each fault.
  const announceAll = (error: unknown) => faults.push(...String(error).split('\n').slice(1))
  const constants = contentConstants(market)
  const languages = market.languages.map(({ code }) => code)

  const content = new Content(createContentFiles(files), { languages, constants, log })
  const help = new HelpCentre(createHelpFiles({ ...files, constants }), { languages, ignoredWords: () => '', log })
  notes.push(...(await copiedTexts(files, market)))
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
