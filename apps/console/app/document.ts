import { createHash } from 'node:crypto'
import style from './styles/console.css?inline'

const styleHash = createHash('sha256').update(style).digest('base64')

/** The same for all pages: one style, scripts of the console alone, no frame around it and no form to elsewhere. */
export const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
  `style-src 'sha256-${styleHash}'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
  'report-uri /csp-reports',
  'report-to csp',
].join('; ')

/** Adds the style, which React would not render again in the browser, and the script of every page. */
export const toDocument = (html: string, scriptUrl: string) =>
  `<!doctype html>${html
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace('</body>', () => `<script type="module" src="${scriptUrl}"></script></body>`)}`
