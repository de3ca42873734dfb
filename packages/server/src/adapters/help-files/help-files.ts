import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { FillValues } from '@nyanja/domain/texts/fill'
import type { FoundHelp, HelpSource, SourceLanguage } from '../../help/help-source.ts'
import { watchFolders } from '../watch-folder.ts'
import { type ArticleReading, readArticle, readCategories } from './read-article.ts'

export interface HelpFilesOptions {
  /** The folder with one folder per language, each with a folder `help` with a page per article. */
  readonly folder: string
  /** A market's own folder of the same kind: its pages come before those of the same name. */
  readonly own?: string | undefined
  readonly watch?: boolean
  /** The languages to read in addition to English, which defines the articles; by default, all that exist. */
  readonly languages?: readonly string[]
  /** The market's texts for placeholders such as `{brand}`. */
  readonly constants: FillValues
}

const structuring = 'en'
const filesAtOnce = 50
const categoriesFile = 'categories.yaml'

export function createHelpFiles(options: HelpFilesOptions): HelpSource {
  const { folder, own, watch = false, languages: wanted, constants } = options
  const folders = own === undefined ? [folder] : [folder, own]
  const isRead = (language: string) => language === structuring || (wanted?.includes(language) ?? true)
  const languagesHere = async () => [
    ...new Set([structuring, ...(await Promise.all(folders.map(languagesIn))).flat().filter(isRead)]),
  ]
  let stamp = ''

  /** Looks at help files only: other texts are in the same folders and change far more often. */
  async function hasChanged(): Promise<boolean> {
    try {
      return (await stampOf(folders, await languagesHere())) !== stamp
    } catch {
      // An error counts as a change, because reading the files reports it.
      return true
    }
  }

  return {
    async read() {
      const languages = await languagesHere()
      // The stamp is read before the texts, so that an edit in the meantime counts as another change.
      stamp = await stampOf(folders, languages)
      const read: LanguageRead[] = []
      for (const language of languages) read.push(await readLanguage({ folders, language, constants }))
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
        watchFolders(folders, () => {
          void hasChanged().then((isOther) => isOther && changed())
        }),
    }),
  }
}

interface LanguageFolders {
  readonly folders: readonly string[]
  readonly language: string
  readonly constants: FillValues
}

interface LanguageRead {
  readonly language: string
  /** The source, absent where the folder is missing. */
  readonly own?: SourceLanguage
  readonly faults: readonly string[]
}

async function readLanguage({ folders, language, constants }: LanguageFolders): Promise<LanguageRead> {
  const files = await filesOf(folders, language)
  if (files.size === 0) return { language, faults: language === structuring ? [`${language}/help: missing`] : [] }
  const nameOf = (file: string) => `${language}/help/${file}`
  const categoriesPath = files.get(categoriesFile)
  if (categoriesPath === undefined) return { language, faults: [`${nameOf(categoriesFile)}: missing`] }

  const yaml = await readFile(categoriesPath, 'utf8')
  const { faults, ...categories } = readCategories(nameOf(categoriesFile), yaml, constants)
  const readings = await readArticles([...files.keys()].filter((file) => file.endsWith('.md')).sort(), async (file) =>
    readArticle({
      name: nameOf(file),
      id: path.basename(file, '.md'),
      text: await readFile(files.get(file) ?? '', 'utf8'),
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

/** Reads the articles in slices of this many files; between two slices the process serves visitors. */
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

/** Lists the path of each file by its name; a file in a later folder counts. */
async function filesOf(folders: readonly string[], language: string): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const help = path.join(folder, language, 'help')
      return (await namesIn(help)).map((name) => [name, path.join(help, name)] as const)
    }),
  )
  return new Map(found.flat())
}

/** Lists nothing where the folder is missing. An unreadable folder is a failure, because it may be full of answers. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    // The names are sorted, so that the version of the articles is the same on every disk.
    return (await readdir(folder)).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Computes a stamp that changes whenever a help file is written, added or removed. */
async function stampOf(folders: readonly string[], languages: readonly string[]): Promise<string> {
  const stamps: string[] = []
  for (const language of languages) {
    for (const [file, place] of await filesOf(folders, language)) {
      const { ino, size, mtimeMs, ctimeMs } = await stat(place)
      stamps.push(`${language}/${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}`)
    }
  }
  return stamps.join('\n')
}
