import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { FillValues } from '@nyanja/domain/texts/fill'
import type { FoundHelp, HelpSource, SourceLanguage } from '../../help/help-source.ts'
import { watchFolder } from '../watch-folder.ts'
import { type ArticleReading, readArticle, readCategories } from './read-article.ts'

export interface HelpFilesOptions {
  /** The folder with one folder per language, each with a folder `help` with a page per article. */
  readonly folder: string
  readonly watch?: boolean
  /** Languages to read in addition to English, which defines the articles; absent: all that exist. */
  readonly languages?: readonly string[]
  /** The market's texts for placeholders such as `{brand}`. */
  readonly constants: FillValues
}

const structuring = 'en'
const filesAtOnce = 50
const categoriesFile = 'categories.yaml'

export function createHelpFiles({ folder, watch = false, languages: wanted, constants }: HelpFilesOptions): HelpSource {
  const isRead = (language: string) => language === structuring || (wanted?.includes(language) ?? true)
  const languagesHere = async () => [...new Set([structuring, ...(await languagesIn(folder)).filter(isRead)])]
  let stamp = ''

  /** Other texts are in the same folders and change far more often. */
  async function hasChanged(): Promise<boolean> {
    try {
      return (await stampOf(folder, await languagesHere())) !== stamp
    } catch {
      // Reading reports what is wrong.
      return true
    }
  }

  return {
    async read() {
      const languages = await languagesHere()
      // Read before the texts, so that an edit in the meantime counts as another change.
      stamp = await stampOf(folder, languages)
      const read: LanguageRead[] = []
      for (const language of languages) read.push(await readLanguage({ folder, language, constants }))
      return read.reduce<FoundHelp>(
        (found, { language, own, faults }) => ({
          languages: own === undefined ? found.languages : { ...found.languages, [language]: own },
          faults: [...found.faults, ...faults],
        }),
        { languages: {}, faults: [] },
      )
    },
    ...(watch && {
      watch: (changed) =>
        watchFolder(folder, () => {
          void hasChanged().then((isOther) => isOther && changed())
        }),
    }),
  }
}

interface LanguageFolder {
  readonly folder: string
  readonly language: string
  readonly constants: FillValues
}

interface LanguageRead {
  readonly language: string
  /** None where the folder is missing. */
  readonly own?: SourceLanguage
  readonly faults: readonly string[]
}

async function readLanguage({ folder, language, constants }: LanguageFolder): Promise<LanguageRead> {
  const own = path.join(folder, language, 'help')
  const files = await filesOf(own)
  if (files === undefined) return { language, faults: language === structuring ? [`${language}/help: missing`] : [] }
  const nameOf = (file: string) => `${language}/help/${file}`
  if (!files.includes(categoriesFile)) return { language, faults: [`${nameOf(categoriesFile)}: missing`] }

  const yaml = await readFile(path.join(own, categoriesFile), 'utf8')
  const { faults, ...categories } = readCategories(nameOf(categoriesFile), yaml, constants)
  const readings = await readArticles(files.filter((file) => file.endsWith('.md')).sort(), async (file) =>
    readArticle({
      name: nameOf(file),
      id: path.basename(file, '.md'),
      text: await readFile(path.join(own, file), 'utf8'),
      carriesStructure: language === structuring,
      constants,
    }),
  )
  return {
    language,
    own: { ...categories, articles: readings.flatMap((reading) => ('article' in reading ? [reading.article] : [])) },
    faults: [...faults, ...readings.flatMap((reading) => ('faults' in reading ? reading.faults : []))],
  }
}

/** Files per slice; between two slices the process serves visitors. */
async function readArticles(
  files: readonly string[],
  read: (file: string) => Promise<ArticleReading>,
): Promise<ArticleReading[]> {
  const readings: ArticleReading[] = []
  for (let at = 0; at < files.length; at += filesAtOnce) {
    readings.push(...(await Promise.all(files.slice(at, at + filesAtOnce).map(read))))
    await breathe()
  }
  return readings
}

async function languagesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Undefined where the folder is missing. An unreadable folder is a failure, because it may be full of answers. */
async function filesOf(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Changes whenever a help file is written, added or removed. */
async function stampOf(folder: string, languages: readonly string[]): Promise<string> {
  const stamps: string[] = []
  for (const language of languages) {
    const own = path.join(folder, language, 'help')
    for (const file of (await filesOf(own)) ?? []) {
      const { ino, size, mtimeMs, ctimeMs } = await stat(path.join(own, file))
      stamps.push(`${language}/${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}`)
    }
  }
  return stamps.join('\n')
}
