import { z } from 'zod'
import { unprefixedPages } from '../../content/unprefixed-pages.ts'
import { PortalError } from '../../errors.ts'
import { createProvider, type ProviderHooks } from '../call-provider.ts'

export interface CmsClientOptions extends ProviderHooks {
  /** Without a trailing slash: `cms/webpage/activePackage` follows. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly opco: string
  readonly languages: { readonly unprefixed: string; readonly prefixed: string }
  readonly timeoutMs?: number
}

/** The package as it is written there; undefined where there is none. */
export type FindPackage = (name: string, language: string) => Promise<string | undefined>

const Found = z.object({ data: z.object({ packageHtml: z.string() }) })
/** Some say so in the body alone. */
const Missing = z.object({ statusCode: z.literal([404, '404']) })

const operation = 'activePackage'

export function createCmsClient(options: CmsClientOptions): FindPackage {
  const { baseUrl, apiKey, opco, languages, timeoutMs = 3_000 } = options
  const provider = createProvider('cms', options)

  return async (name, language) => {
    const isOneForAll = unprefixedPages.has(name)
    const prefix = isOneForAll || language === languages.unprefixed ? '' : 'sw/'
    const query = new URLSearchParams({ opco, pageUrl: `/${prefix}${name}` })
    const answer = await provider.send({
      operation,
      url: `${baseUrl}/cms/webpage/activePackage?${query}`,
      timeoutMs,
      schema: z.union([Found, Missing]),
      definite: [404],
      headers: { accept: 'application/json', 'x-api-key': apiKey, ...(isOneForAll && { lang: language }) },
    })
    if (answer.ok) return 'data' in answer.value ? answer.value.data.packageHtml : undefined
    if (answer.status === 404) return undefined
    throw new PortalError('provider_broke_contract', `cms ${operation}: refused with HTTP ${answer.status}`)
  }
}
