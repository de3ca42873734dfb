import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Market, readMarket } from './market.ts'

export interface MarketSettings {
  /** A folder with all parts of a market. */
  readonly MARKET_DIR?: string | undefined
  /** The folder of the shipped markets, each a folder or, where it has no texts of its own, a file. */
  readonly MARKETS_DIR: string
  readonly MARKET: string
}

/** The market file and, where the market has them, its folder and the descriptions of settlement files in it. */
export function findMarket({ MARKET_DIR, MARKETS_DIR, MARKET }: MarketSettings) {
  const shipped = path.join(MARKETS_DIR, MARKET)
  const folder = MARKET_DIR ?? (isMarketFolder(shipped) ? shipped : undefined)
  const file = folder === undefined ? `${shipped}.json` : fileIn(folder)
  return { file, folder, formatsFolder: partOf(folder, 'settlement-formats') }
}

function partOf(folder: string | undefined, name: string): string | undefined {
  const part = folder === undefined ? undefined : path.join(folder, name)
  return part !== undefined && existsSync(part) ? part : undefined
}

export const fileIn = (folder: string) => path.join(folder, 'market.json')

export const isMarketFolder = (folder: string): boolean => existsSync(fileIn(folder))

export interface SharedFolders {
  /** The folder of the product's texts. */
  readonly content: string
  /** The folder with one folder for each market, named after its code. */
  readonly places: string
}

/** Locates the parts of a market: those of its own folder come before those of the product. */
export function locateParts(folder: string | undefined, code: string, shared: SharedFolders) {
  const own = (name: string) => partOf(folder, name)
  return {
    content: { folder: shared.content, own: own('content') },
    places: own('places') ?? path.join(shared.places, code),
    /** The folder of its icons and its preview picture. */
    files: own('files'),
  }
}

/** The tables of places beside the texts, or those of the release. */
export function placesBeside(content: string, ofRelease: string): string {
  const beside = path.join(content, '..', 'places')
  return existsSync(beside) ? beside : ofRelease
}

interface FoundMarket {
  readonly market: Market
  readonly folder: string | undefined
}

/** Reads the markets of a folder. */
export function readMarkets(folder: string): FoundMarket[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): FoundMarket[] => {
    const found = path.join(folder, entry.name)
    if (entry.isFile() && entry.name.endsWith('.json')) return [{ market: readMarket(found), folder: undefined }]
    return isMarketFolder(found) ? [{ market: readMarket(fileIn(found)), folder: found }] : []
  })
}
