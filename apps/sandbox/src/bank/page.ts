import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html, trusted } from '../core/html.ts'

export interface Page {
  readonly title: string
  readonly house: string
  /** The brand colour of the page's owner. */
  readonly tint: string
  readonly body: Html
  /** The address, on the page's own origin, of its only script. */
  readonly script?: string
  /** The third-party origin that the page frames. */
  readonly guest?: string
}

const style = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1b2430;background:#f2f4f7}
header{background:var(--tint);color:#fff;padding:.9rem 1.2rem;display:flex;justify-content:space-between;gap:1rem;flex-wrap:wrap}
header b{font-size:1.1rem}
.note{margin:0;background:#fff4ce;color:#4a3800;padding:.5rem 1.2rem;font-size:.9rem}
main{max-width:34rem;margin:1.2rem auto;padding:1.2rem;background:#fff;border-radius:.6rem;box-shadow:0 1px 4px #0002}
h1{font-size:1.3rem;margin:0 0 .4rem}h2{font-size:1rem;margin:1.4rem 0 .4rem}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem 1rem;margin:0}dt{color:#566}dd{margin:0;text-align:right;overflow-wrap:anywhere}
.sum{font-size:1.4rem;font-weight:700}
label{display:block;margin:.8rem 0 .2rem;font-weight:600}
input{font:inherit;width:100%;padding:.6rem;border:1px solid #8a94a3;border-radius:.4rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
button,.button{font:inherit;font-weight:600;min-height:2.8rem;padding:.5rem 1rem;border-radius:.4rem;border:1px solid var(--tint);background:var(--tint);color:#fff;cursor:pointer;width:100%;margin-top:1rem;display:block;text-align:center;text-decoration:none}
button.plain,.button.plain{background:#fff;color:var(--tint)}
button.card{text-align:left;margin-top:.5rem;font-weight:400;display:flex;justify-content:space-between;flex-wrap:wrap;gap:0 1rem;background:#fff;color:#1b2430}
.bad{background:#fde8e8;color:#8a1212;padding:.6rem .8rem;border-radius:.4rem;margin:.8rem 0}
:focus-visible{outline:3px solid #f0a500;outline-offset:2px}`

export function documentOf({ title, house, tint, body, script }: Page): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} - ${house}</title><link rel="icon" href="data:,"><style>:root{--tint:${trusted(tint)}}${trusted(style)}</style></head>
<body><header><b>${house}</b><span>Simulated, no real money</span></header>
${body}${script !== undefined && html`<script src="${script}"></script>`}</body></html>`.markup
}

const nothingElse = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export function policyOf({ script, guest }: Page): string {
  const scripts = script === undefined ? '' : "; script-src 'self'"
  const frames = guest === undefined ? '' : `; frame-src 'self' ${guest}`
  return `${nothingElse}${scripts}${frames}`
}

/** Blocks external content, and all scripts but the page's own. */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policyOf(page))
    .send(documentOf(page))
}

/** Parses a form's body into its fields. */
export function readForm(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}
