import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const shippedPlaces = path.join(import.meta.dirname, '../../../../apps/portal/places')

/** A folder with the places of each market, and few of its sites (`test-sites.ts`); benches have all of them. */
export const placesWithFewSites = (): string => process.env.PLACES_WITH_FEW_SITES ?? shippedPlaces

/** The articles that link to no other one in their text. */
const fewArticles = ['buy-a-bundle', 'choose-a-bundle', 'sim-swap', 'get-4g']

/** Copies a folder of texts with four of its articles, which name no related ones: to check all takes a second. */
export function copyTexts(from: string, to: string): void {
  const isKept = (file: string) => !file.endsWith('.md') || fewArticles.includes(path.basename(file, '.md'))
  cpSync(from, to, { recursive: true, filter: isKept })
  const articles = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  for (const file of articles.map((name) => path.join(to, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^related: .*$/m, 'related: []'))
}
