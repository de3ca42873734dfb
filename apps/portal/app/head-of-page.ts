import { pageName } from '@nyanja/domain/page-links'
import { escaped } from './format/text.ts'
import { type MetaOptions, pageMeta } from './page-meta.ts'

interface HeadOptions extends MetaOptions {
  readonly status: number
  /** The same for everybody, so search engines may show it. */
  readonly isPublic: boolean
  readonly style: string
}

/** Puts in what a page says of itself: to search engines, to whoever measures visits, and how it looks. */
export function withHead({ html, status, isPublic, style, ...rest }: HeadOptions): string {
  const meta = isPublic ? pageMeta({ html, ...rest }) : undefined
  const name = `<meta name="page" content="${escaped(pageName(rest.portal.market.opco, rest.url.pathname))}"/>`
  const tags = `${meta?.tags ?? ''}${status === 200 ? name : ''}<style>${style}</style></head>`
  const titled = meta === undefined ? html : html.replace(/<title>[^<]*<\/title>/, () => `<title>${meta.title}</title>`)
  return titled.replace('</head>', () => tags)
}
