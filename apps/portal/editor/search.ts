import { type FillValues, fillKnown } from '@nyanja/domain/texts/fill'
import type { ContentFolder } from './content-folder.ts'
import { readPackageTexts, shown } from './package-texts.ts'

export interface Found {
  readonly language: string
  readonly where: { readonly name: string; readonly key: string } | { readonly article: string }
  readonly excerpt: string
}

const mostFound = 100
const around = 60

/** Finds where text on a page comes from, in all languages; the page may show a market's values in it. */
export async function findTexts(
  content: ContentFolder,
  words: string,
  markets: readonly FillValues[],
): Promise<Found[]> {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const excerptOf = (written: string) => {
    const shownAs = [written, ...markets.map((values) => fillKnown(written, values))]
    const text = shownAs.find((each) => each.toLowerCase().includes(wanted))
    const at = text?.toLowerCase().indexOf(wanted) ?? 0
    return text?.slice(Math.max(0, at - around), at + wanted.length + around)
  }
  const packages = await Promise.all((await content.names('json')).map((name) => readPackageTexts(content, name)))
  const inTexts = packages.flatMap(({ name, texts }) =>
    texts.flatMap(({ key, values }) =>
      Object.entries(values).flatMap(([language, value]) => {
        const excerpt = excerptOf(shown(value))
        return excerpt === undefined ? [] : [{ language, where: { name, key }, excerpt }]
      }),
    ),
  )
  return [...inTexts, ...(await inArticles(content, excerptOf))].slice(0, mostFound)
}

async function inArticles(content: ContentFolder, excerptOf: (text: string) => string | undefined): Promise<Found[]> {
  const found: Found[] = []
  for (const language of await content.languages()) {
    for (const article of await content.names('md')) {
      const excerpt = excerptOf((await content.read(`${language}/help/${article}.md`)).text)
      if (excerpt !== undefined) found.push({ language, where: { article }, excerpt })
    }
  }
  return found
}
