import { setTimeout as sleep } from 'node:timers/promises'
import type { FillValues } from '@nyanja/domain/texts/fill'
import { referenceLanguage } from '@nyanja/domain/texts/language'
import { documentNames, listDifferences } from '../../content/content-documents.ts'
import { packageNames } from '../../content/content-packages.ts'
import type { ContentSource, Documents, FoundContent, Packages } from '../../content/content-source.ts'
import { type CmsClientOptions, CmsCopy, createCmsClient } from './cms-copy.ts'
import { type FitPackage, FitPackages } from './fit-packages.ts'

export interface RemoteContentOptions extends CmsClientOptions {
  /** The files, which supply what the CMS lacks, and validate what it has. */
  readonly files: ContentSource
  readonly constants: FillValues
  readonly log: { warn(message: string): void; error(message: string): void }
  readonly now?: () => number
  /** The pause between checks of the expiry. */
  readonly lookEveryMs?: number
  /** The time that a start waits for a slow CMS; later responses are used when they arrive. */
  readonly timeoutsMs?: number
}

/** Creates the content of an operator's CMS. It is read in the background: no page ever waits for it. */
export function createRemoteContent(options: RemoteContentOptions): ContentSource {
  const { files, constants, log, languages, now = Date.now } = options
  const { lookEveryMs = 2_000, timeoutsMs = 5_000 } = options
  const spoken = languages.map(({ code }) => code)
  const copy = new CmsCopy({
    find: createCmsClient(options),
    names: [...packageNames, ...documentNames],
    spoken,
    log,
    now,
  })
  const fitPackages = new FitPackages({ constants, log })
  let shownRevision = 0
  const reported = new Set<string>()

  return {
    async read() {
      await Promise.race([copy.refresh(), sleep(timeoutsMs, undefined, { ref: false })])
      const inFiles = await files.read()
      shownRevision = copy.revision
      const fit = fitPackages.among(copy.all(), inFiles.languages[referenceLanguage] ?? {})
      const { found, refused } = withFallbacks(inFiles, fit, spoken)
      for (const fault of refused) {
        if (!reported.has(fault)) log.error(`From the CMS: ${fault}. It is not used`)
        reported.add(fault)
      }
      return found
    },
    watch(changed) {
      const stopFiles = files.watch?.(changed)
      let timer: NodeJS.Timeout | undefined
      let isOver = false
      const look = async () => {
        await copy.refresh().catch(bug)
        if (copy.revision !== shownRevision) changed()
        if (!isOver) timer = setTimeout(look, lookEveryMs).unref()
      }
      const bug = (error: unknown) => log.error(`The CMS was not read: ${error instanceof Error ? error.message : ''}`)
      timer = setTimeout(look, lookEveryMs).unref()
      return () => {
        isOver = true
        clearTimeout(timer)
        stopFiles?.()
      }
    },
  }
}

interface WithFallbacks {
  readonly found: FoundContent
  /** The texts that could not be used, each with its place. */
  readonly refused: readonly string[]
}

/** Returns the files, overlaid with the CMS's packages. */
function withFallbacks(files: FoundContent, cms: readonly FitPackage[], spoken: readonly string[]): WithFallbacks {
  const languages = [...new Set([referenceLanguage, ...Object.keys(files.languages), ...spoken])]
  const ofLanguage = (language: string) => cms.filter((kept) => kept.language === language)
  const texts = languages.map((language) => [language, overlayTexts(files.languages[language], ofLanguage(language))])

  const [first = referenceLanguage] = spoken
  const shapes = collectDocuments(ofLanguage(first))
  const refused: string[] = []
  const documents = languages.map((language) => {
    const models = { ...files.documents[referenceLanguage], ...shapes }
    const own = language === first ? shapes : collectDocuments(ofLanguage(language))
    const fitting = Object.entries(own).filter(([name, document]) => {
      const [difference] = listDifferences(models[name], document)
      if (difference !== undefined) refused.push(`${language}/${name}: ${difference.message}`)
      return difference === undefined
    })
    const beneath = {
      ...(language === referenceLanguage && shapes),
      ...selectWithShape(shapes, files.documents[language]),
    }
    return [language, { ...beneath, ...Object.fromEntries(fitting) }]
  })
  return {
    found: { ...files, languages: Object.fromEntries(texts), documents: Object.fromEntries(documents) },
    refused,
  }
}

function overlayTexts(beneath: Packages = {}, cms: readonly FitPackage[]): Packages {
  const over = cms.flatMap(({ name, good }) =>
    'texts' in good ? [[name, { ...beneath[name], ...good.texts }] as const] : [],
  )
  return { ...beneath, ...Object.fromEntries(over) }
}

function collectDocuments(cms: readonly FitPackage[]): Documents {
  return Object.fromEntries(cms.flatMap(({ name, good }) => ('document' in good ? [[name, good.document]] : [])))
}

/** The CMS's first language defines the structure of a package; files with another structure do not apply. */
function selectWithShape(shapes: Documents, files: Documents = {}): Documents {
  const fitting = Object.entries(files).filter(
    ([name, document]) => !Object.hasOwn(shapes, name) || listDifferences(shapes[name], document).length === 0,
  )
  return Object.fromEntries(fitting)
}
