import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Html } from './html.ts'

const here = (sheet: string) => path.join(import.meta.dirname, sheet)
const shared = (part: string) => fileURLToPath(import.meta.resolve(`@nyanja/web/styles/${part}.css`))

/** The portal's design, and then the editor's own. */
const sheets = [
  ...['tokens', 'elements'].map(shared),
  here('../app/styles/parts/page.css'),
  ...['fields', 'buttons', 'messages'].map(shared),
  here('pages/editor.css'),
]

const css = sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n')

/** The whole style of a page, in the page itself. */
export const style = new Html(`<style>${css}</style>`)

/** As a content security policy names it. */
export const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
