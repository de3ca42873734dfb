import { html } from '../core/html.ts'
import type { Mail } from './read-mail.ts'

const style = html`<style>
body{max-width:44rem;margin:0 auto;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:#06222e;background:#fff;overflow-wrap:anywhere}
article{margin-top:1.5rem;padding-top:1rem;border-top:2px solid}
h2{margin:0}p{margin:.25rem 0}pre{white-space:pre-wrap;font:inherit;margin:.75rem 0 0}
@media(prefers-color-scheme:dark){body{color:#eaf3f6;background:#071922}a{color:#8ccbe6}}
</style>`

/** What has arrived in everybody's mailbox, newest first. */
export function mailPage(mails: readonly (Mail & { readonly copies: number })[]) {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mail - Sandbox - Nyanja</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="10">${style}</head>
<body><main><h1>Mail</h1><p><a href="/phone">Sandbox phone</a></p>
${mails.length === 0 && html`<p>No mail yet. Receipts come to the address that was given while paying.</p>`}
${mails.map(
  ({ subject, from, to, at, text, copies }) => html`<article><h2>${subject}</h2>
<p>From ${from} to ${to}, ${at.slice(0, 19).replace('T', ' ')} UTC${copies > 1 && `, ${copies} times`}</p><pre>${text}</pre></article>`,
)}</main></body></html>`
}
