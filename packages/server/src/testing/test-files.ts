import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import type {} from './few-sites.ts'

/** A folder with the shipped places of each market, and few of its sites. */
export const placesWithFewSites = (): string => inject('placesWithFewSites')

/** Articles that link to no other one in their text. */
const fewArticles = ['buy-a-bundle', 'choose-a-bundle', 'sim-swap', 'get-4g']

/** Copies a folder of texts with four of its articles, which name no related ones: to check all takes a second. */
export function copyTexts(from: string, to: string): void {
  const isKept = (file: string) => !file.endsWith('.md') || fewArticles.includes(path.basename(file, '.md'))
  cpSync(from, to, { recursive: true, filter: isKept })
  const articles = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  for (const file of articles.map((name) => path.join(to, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^related: .*$/m, 'related: []'))
}
