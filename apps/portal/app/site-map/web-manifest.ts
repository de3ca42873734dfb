import { publicHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/web-manifest'

const ownIcons = [192, 512].map((size) => ({
  src: `/files/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
}))

/**
 * The name and the icon of the portal on a start screen (W3C Web Application Manifest). Its pages keep the address bar:
 * a customer checks there whose page asks for a PIN.
 */
export function loader({ url, context }: Route.LoaderArgs) {
  const { market } = context.get(portalContext)
  const { brand, look } = market
  const home = hrefs(languagePrefixOf(url.pathname)).home()
  const manifest = {
    name: brand,
    short_name: brand,
    lang: languageOf(url, market),
    start_url: home,
    scope: '/',
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: look?.light.band ?? '#05293a',
    // A market with colours of its own has its logo as a drawing.
    icons: [
      ...(look === undefined ? ownIcons : []),
      { src: '/files/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  }
  return Response.json(manifest, { headers: { ...publicHeaders, 'content-type': 'application/manifest+json' } })
}
