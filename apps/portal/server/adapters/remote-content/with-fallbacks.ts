import { measure } from '../../content/content-faults.ts'
import type { Documents, FoundContent, Packages } from '../../content/content-source.ts'
import { differencesOf } from '../../content/document-faults.ts'
import type { FitPackage } from './fit-packages.ts'

export interface WithFallbacks {
  readonly found: FoundContent
  /** What could not be used beside the rest, with its place. */
  readonly refused: readonly string[]
}

/** The files, with what the CMS has on top of them. */
export function withFallbacks(
  files: FoundContent,
  cms: readonly FitPackage[],
  spoken: readonly string[],
): WithFallbacks {
  const languages = [...new Set([measure, ...Object.keys(files.languages), ...spoken])]
  const ofLanguage = (language: string) => cms.filter((kept) => kept.language === language)
  const texts = languages.map((language) => [language, textsOver(files.languages[language], ofLanguage(language))])

  const [first = measure] = spoken
  const shapes = documentsOf(ofLanguage(first))
  const refused: string[] = []
  const documents = languages.map((language) => {
    const models = { ...files.documents[measure], ...shapes }
    const own = language === first ? shapes : documentsOf(ofLanguage(language))
    const fitting = Object.entries(own).filter(([name, document]) => {
      const [difference] = differencesOf(models[name], document)
      if (difference !== undefined) refused.push(`${language}/${name}: ${difference.message}`)
      return difference === undefined
    })
    const beneath = { ...(language === measure && shapes), ...shapedAs(shapes, files.documents[language]) }
    return [language, { ...beneath, ...Object.fromEntries(fitting) }]
  })
  return {
    found: { ...files, languages: Object.fromEntries(texts), documents: Object.fromEntries(documents) },
    refused,
  }
}

function textsOver(beneath: Packages = {}, cms: readonly FitPackage[]): Packages {
  const over = cms.flatMap(({ name, good }) =>
    'texts' in good ? [[name, { ...beneath[name], ...good.texts }] as const] : [],
  )
  return { ...beneath, ...Object.fromEntries(over) }
}

function documentsOf(cms: readonly FitPackage[]): Documents {
  return Object.fromEntries(cms.flatMap(({ name, good }) => ('document' in good ? [[name, good.document]] : [])))
}

/** In the first language the CMS says how a package is made; files that are made otherwise are none of it. */
function shapedAs(shapes: Documents, files: Documents = {}): Documents {
  const fitting = Object.entries(files).filter(
    ([name, document]) => !Object.hasOwn(shapes, name) || differencesOf(shapes[name], document).length === 0,
  )
  return Object.fromEntries(fitting)
}
