import { pageName } from '@nyanja/domain/page-links'
import { escaped } from './format/text.ts'
import { type MetaOptions, pageMeta } from './page-meta.ts'

interface HeadOptions extends MetaOptions {
  readonly status: number
  /** Public, so search engines may show it. */
  readonly isPublic: boolean
  readonly style: string
}

/** Adds the page's metadata: for search engines, for measuring visits, and its style. */
export function withHead({ html, status, isPublic, style, ...rest }: HeadOptions): string {
  const meta = isPublic ? pageMeta({ html, ...rest }) : undefined
  const name = `<meta name="page" content="${escaped(pageName(rest.portal.market.opco, rest.url.pathname))}"/>`
  const tags = `${meta?.tags ?? ''}${status === 200 ? name : ''}<style>${style}</style></head>`
  const titled = meta === undefined ? html : html.replace(/<title>[^<]*<\/title>/, () => `<title>${meta.title}</title>`)
  return titled.replace('</head>', () => tags)
}
