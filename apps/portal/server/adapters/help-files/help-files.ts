import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FillValues } from '@nyanja/domain/fill'
import type { FoundHelp, HelpSource, SourceLanguage } from '../../help/help-source.ts'
import { watchFolder } from '../watch-folder.ts'
import { readArticle } from './read-article.ts'
import { readCategories } from './read-categories.ts'

export interface HelpFilesOptions {
  /** Holds a folder per language, and in it a folder `help` with a page per article. */
  readonly folder: string
  readonly watch?: boolean
  /** Those that are read besides English, which says what articles are; absent: all that there are. */
  readonly languages?: readonly string[]
  /** The market's own words, which stand in texts as `{brand}`. */
  readonly constants: FillValues
}

const structuring = 'en'
const categoriesFile = 'categories.yaml'

export function createHelpFiles({ folder, watch = false, languages: wanted, constants }: HelpFilesOptions): HelpSource {
  return {
    async read() {
      const entries = await readdir(folder, { withFileTypes: true })
      const isRead = (language: string) => language === structuring || (wanted?.includes(language) ?? true)
      const languages = entries.filter((entry) => entry.isDirectory() && isRead(entry.name)).map(({ name }) => name)
      const read = await Promise.all(languages.map((language) => readLanguage({ folder, language, constants })))
      return read.reduce<FoundHelp>(
        (found, { language, own, faults }) => ({
          languages: own === undefined ? found.languages : { ...found.languages, [language]: own },
          faults: [...found.faults, ...faults],
        }),
        { languages: {}, faults: [] },
      )
    },
    ...(watch && { watch: (changed) => watchFolder(folder, changed) }),
  }
}

interface LanguageFolder {
  readonly folder: string
  readonly language: string
  readonly constants: FillValues
}

interface LanguageRead {
  readonly language: string
  /** None where there is no folder. */
  readonly own?: SourceLanguage
  readonly faults: readonly string[]
}

async function readLanguage({ folder, language, constants }: LanguageFolder): Promise<LanguageRead> {
  const own = path.join(folder, language, 'help')
  const files = await readdir(own).catch(() => undefined)
  if (files === undefined) return { language, faults: [] }
  const nameOf = (file: string) => `${language}/help/${file}`
  if (!files.includes(categoriesFile)) return { language, faults: [`${nameOf(categoriesFile)}: missing`] }

  const yaml = await readFile(path.join(own, categoriesFile), 'utf8')
  const { faults, ...categories } = readCategories(nameOf(categoriesFile), yaml, constants)
  const readings = await Promise.all(
    files
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map(async (file) =>
        readArticle({
          name: nameOf(file),
          id: path.basename(file, '.md'),
          text: await readFile(path.join(own, file), 'utf8'),
          carriesStructure: language === structuring,
          constants,
        }),
      ),
  )
  return {
    language,
    own: { ...categories, articles: readings.flatMap((reading) => ('article' in reading ? [reading.article] : [])) },
    faults: [...faults, ...readings.flatMap((reading) => ('faults' in reading ? reading.faults : []))],
  }
}
