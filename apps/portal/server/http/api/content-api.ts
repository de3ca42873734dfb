import type { Content } from '@nyanja/server/content/content'
import { isDocumentName } from '@nyanja/server/content/content-documents'
import { isPackageName } from '@nyanja/server/content/content-packages'
import type { GeneratedContent } from '@nyanja/server/content/generated-content'
import { keptForSeconds } from '@nyanja/server/content/kept-for'
import { unprefixedPages } from '@nyanja/server/content/unprefixed-pages'
import type { FastifyInstance } from 'fastify'
import { type ActivePackageAnswer, activePackage } from '../../../contract/content.ts'
import { type CmsMarket, serveCms, tagOf } from './cms-serve.ts'

export interface ContentApiOptions {
  readonly content: Pick<Content, 'page' | 'document' | 'version'>
  readonly market: CmsMarket
  /** By page name. */
  readonly livePackages: Readonly<Record<string, GeneratedContent>>
}

interface Written {
  readonly json: string
  readonly tag: string
}

/** Texts and data for other channels, in the spec's wire form. */
export function registerContentApi(app: FastifyInstance, options: ContentApiOptions): void {
  const written = new Map<string, Written & { readonly version: string }>()

  async function inWireForm(name: string, language: string): Promise<Written | undefined> {
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
    const [, prefix, name = ''] = /^\/?(sw\/)?(.*)$/.exec(pageUrl) ?? []
    const { languages } = options.market
    const isOneForAll = unprefixedPages.has(name)
    if (isOneForAll && prefix !== undefined) return undefined
    const ofPrefix = prefix === undefined ? languages.unprefixed : languages.prefixed
    const made = await inWireForm(name, isOneForAll ? ofHeader : ofPrefix)
    return made && { ...made, keptForSeconds: keptForSeconds(name) }
  })
}

function packageOf({ content, livePackages }: ContentApiOptions, name: string): GeneratedContent | undefined {
  if (Object.hasOwn(livePackages, name)) return livePackages[name]
  const version = async () => content.version
  if (isPackageName(name)) return { version, read: async (language) => content.page(name, language) }
  if (isDocumentName(name)) return { version, read: async (language) => content.document(name, language) }
  return undefined
}
