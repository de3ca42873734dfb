import { html } from '../core/html.ts'
import { logo } from '../phone/icons.ts'
import { sheetsOf } from '../phone/sheets.ts'
import type { Mail } from './read-mail.ts'

type Arrived = Mail & { readonly copies: number }

const style = sheetsOf('tokens', 'base', 'scene', 'layout', 'mail')

/** What has arrived in everybody's mailbox, newest first. */
export function mailPage(mails: readonly Arrived[]) {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mail - Sandbox - Nyanja</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="10"><style>${style}</style></head>
<body><header class="top wrap"><a class="brand" href="/phone">${logo}Nyanja</a><span class="mut">Sandbox</span><a href="/phone">Phone</a></header>
<main><div class="sky"><div class="wrap"><h1>Mail</h1><p>${newsOf(mails)}</p></div></div>
<div class="wrap"><div class="mails">${mails.length === 0 && nothing}${mails.map(mailView)}</div></div></main></body></html>`
}

const nothing = html`<div class="none"><h2>No mail yet</h2><p>Receipts come to the address that was given while paying.</p></div>`

function newsOf([newest]: readonly Arrived[]): string {
  return newest ? `Last mail at ${newest.at.slice(11, 19)} UTC.` : 'Everybody\u2019s mailbox.'
}

const timeOf = ({ at }: Arrived) => `${at.slice(0, 19).replace('T', ' ')} UTC`

function mailView(mail: Arrived) {
  const { subject, from, to, text, copies } = mail
  return html`<article><header><h2>${subject}</h2><dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd>
<dt>At</dt><dd>${timeOf(mail)}${copies > 1 && `, ${copies} times`}</dd></dl></header><pre>${text}</pre></article>`
}
