import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import type { Answer } from '../content-saver.ts'
import { Html, html } from '../html.ts'

const here = (sheet: string) => path.join(import.meta.dirname, sheet)
const shared = (part: string) => fileURLToPath(import.meta.resolve(`@nyanja/web/styles/${part}.css`))

/** The portal's design, and then the editor's own. */
const sheets = [
  ...['tokens', 'elements'].map(shared),
  here('../../app/styles/parts/page.css'),
  ...['fields', 'buttons', 'messages'].map(shared),
  here('editor.css'),
]

const css = sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n')

/** The whole style of a page, in the page itself. */
const style = new Html(`<style>${css}</style>`)

/** The hash as a content security policy names it. */
export const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`

export interface Page {
  readonly title: string
  readonly body: Html
  readonly portalUrl: string
}

const navigation = [
  ['/', 'All texts'],
  ['/articles', 'Help articles'],
  ['/mistakes', 'Mistakes'],
] as const

function layout({ title, body, portalUrl }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Editing</title>
${style}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<div class="wrap row">
<strong>Editing</strong>
<nav aria-label="Main" class="row">
${navigation.map(([href, words]) => html`<a class="link" href="${href}">${words}</a>`)}
<a class="link" href="${portalUrl}">The portal</a>
</nav>
</div>
</header>
<main id="main" class="wrap">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

/** Shows the result of a change, above the form. */
export function answerNote(answer: Answer | undefined, linkTo: (fault: string) => string | undefined): Html {
  switch (answer?.outcome) {
    case undefined:
      return html``
    case 'unchanged':
      return note('wait', html`<p>Nothing is changed yet.</p>`)
    case 'good':
      return note('ok', html`<p><strong>All is good. It is not saved yet.</strong></p>${answer.notes.map(line)}`)
    case 'saved':
      return note(
        'ok',
        html`<p><strong>Saved.</strong> The portal shows it within seconds.</p>${answer.notes.map(line)}`,
      )
    case 'changed_meanwhile':
      return note(
        'bad',
        html`<p><strong>Not saved: another writer has changed ${answer.files.join(', ')} meanwhile.</strong></p>
<p>Your text is below. <a href="">Open this page again</a> to see the saved text, then type yours again.</p>`,
      )
    case 'faulty':
      return note(
        'bad',
        html`<p><strong>Not saved. This is not right yet:</strong></p>
<ul class="faults">${answer.faults.map((fault) => {
          const target = linkTo(fault)
          return html`<li>${target === undefined ? fault : html`<a href="#${target}">${fault}</a>`}</li>`
        })}</ul>`,
      )
  }
}

const line = (text: string) => html`<p>${text}</p>`

function note(kind: 'ok' | 'wait' | 'bad', words: Html): Html {
  return html`<div class="note ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}"><div>${words}</div></div>`
}

export interface FieldOptions {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly language?: string
  readonly hint?: string | Html
  readonly rows?: number
  readonly faults?: readonly string[]
}

/** A text box, sized to its text. */
export function wordField({
  name,
  label,
  value,
  language,
  hint,
  rows = rowsFor(value),
  faults = [],
}: FieldOptions): Html {
  const notes = [hint === undefined ? '' : `${name}-hint`, faults.length > 0 ? `${name}-fault` : ''].filter(Boolean)
  const described = notes.length > 0 && html` aria-describedby="${notes.join(' ')}"`
  const wrong = faults.length > 0 && html` aria-invalid="true"`
  const spoken = language !== undefined && html` lang="${language}"`
  return html`<div class="field ${faults.length > 0 ? 'wrong' : ''}">
<label for="${name}">${label}</label>
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
<div class="box">${
    rows === 1
      ? html`<input id="${name}" name="${name}" value="${value}" autocomplete="off"${spoken}${described}${wrong}>`
      : html`<textarea id="${name}" name="${name}" rows="${rows}"${spoken}${described}${wrong}>
${value}</textarea>`
  }</div>
${faults.length > 0 && html`<p class="say bad" id="${name}-fault">${faults.join(' · ')}</p>`}
</div>`
}

const lettersInLine = 60
const mostRows = 24

function rowsFor(value: string): number {
  const rows = value.split('\n').reduce((sum, each) => sum + 1 + Math.floor(each.length / lettersInLine), 0)
  return Math.min(rows, mostRows)
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
}

export const formButtons = html`<div class="row buttons">
<button class="button" name="do" value="save">Save</button>
<button class="button second" name="do" value="check">Check without saving</button>
</div>`

const names = new Intl.DisplayNames(['en'], { type: 'language' })

export const languageName = (language: string) => names.of(language) ?? language

export function sendPage(reply: FastifyReply, page: { title: string; body: Html; portalUrl: string; status?: number }) {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(layout(page).markup)
}
