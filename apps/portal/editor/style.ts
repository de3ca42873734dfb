import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Html } from './html.ts'

/** The portal's design, and then the editor's own. */
const sheets = [
  ...['tokens', 'page', 'fields', 'buttons', 'messages'].map((part) => `../app/styles/parts/${part}.css`),
  'pages/editor.css',
]

const css = sheets.map((sheet) => readFileSync(path.join(import.meta.dirname, sheet), 'utf8')).join('\n')

/** The whole style of a page, in the page itself. */
export const style = new Html(`<style>${css}</style>`)

/** As a content security policy names it. */
export const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
