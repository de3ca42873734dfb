import { languagePrefixOf, languageWithPrefix } from '@nyanja/domain/texts/language'
import type { Content } from '@nyanja/server/content/content'
import { isDocumentName } from '@nyanja/server/content/content-documents'
import { isPackageName } from '@nyanja/server/content/content-packages'
import { type GeneratedContent, maxAgeSecondsOf } from '@nyanja/server/content/content-source'
import { unprefixedPages } from '@nyanja/server/content/site-links'
import type { FastifyInstance } from 'fastify'
import { type ActivePackageAnswer, activePackage } from '../../../contract/content.ts'
import { type CmsMarket, serveCms, tagOf } from './serve-cms.ts'

interface ContentApiOptions {
  readonly content: Pick<Content, 'page' | 'document' | 'version'>
  readonly market: CmsMarket
  /** The packages by page name. */
  readonly generatedContent: Readonly<Record<string, GeneratedContent>>
}

interface Written {
  readonly json: string
  readonly tag: string
}

/** Serves texts and data for other channels, in the spec's wire form. */
export function registerContentApi(app: FastifyInstance, options: ContentApiOptions): void {
  const written = new Map<string, Written & { readonly version: string }>()

  async function buildPackage(name: string, language: string): Promise<Written | undefined> {
    const found = packageOf(options, name)
    if (found === undefined) return undefined
    const version = await found.version()
    const known = written.get(`${name} ${language}`)
    if (known?.version === version) return known
    const json = JSON.stringify({
      statusCode: 200,
      status: 'success',
      data: { packageHtml: JSON.stringify(await found.read(language)) },
    } satisfies ActivePackageAnswer)
    const made = { json, tag: tagOf(json), version }
    written.set(`${name} ${language}`, made)
    return made
  }

  serveCms(app, activePackage, options.market, async ({ input: { pageUrl }, language: ofHeader }) => {
    const path = `/${pageUrl.replace(/^\//, '')}`
    const prefix = languagePrefixOf(path)
    const name = path.slice(prefix.length + 1)
    const isOneForAll = unprefixedPages.has(name)
    const ofPrefix = languageWithPrefix(prefix, options.market.languages)
    if (ofPrefix === undefined || (isOneForAll && prefix !== '')) return undefined
    const made = await buildPackage(name, isOneForAll ? ofHeader : ofPrefix)
    return made && { ...made, maxAgeSeconds: maxAgeSecondsOf(name) }
  })
}

function packageOf({ content, generatedContent }: ContentApiOptions, name: string): GeneratedContent | undefined {
  if (Object.hasOwn(generatedContent, name)) return generatedContent[name]
  const version = async () => content.version
  if (isPackageName(name)) return { version, read: async (language) => content.page(name, language) }
  if (isDocumentName(name)) return { version, read: async (language) => content.document(name, language) }
  return undefined
}
