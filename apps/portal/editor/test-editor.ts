import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyTexts } from '@nyanja/server/testing/test-files'
import { faultsInTexts } from '@nyanja/server/wiring/check-content'
import { onTestFinished } from 'vitest'
import { ContentFolder } from './content-folder.ts'
import { ContentSaver } from './content-saver.ts'
import { createEditorApp } from './editor-app.ts'

const home = path.join(import.meta.dirname, '..')
const host = '127.0.0.1:3300'

export type Fields = Readonly<Record<string, string>>

const signs: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (markup: string) => markup.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign)

/** Returns what a browser would send for an unchanged form. */
export function fieldsIn(page: string): Fields {
  const form = /<form method="post">([\s\S]*)<\/form>/.exec(page)?.[1] ?? ''
  const found = (pattern: RegExp) =>
    [...form.matchAll(pattern)].map(([, name = '', value = '']) => [name, plain(value)])
  const selects = [...form.matchAll(/<select id="[^"]*" name="([^"]*)">([\s\S]*?)<\/select>/g)].map(
    ([, name, options = '']) => [name, plain(/<option value="([^"]*)" selected>/.exec(options)?.[1] ?? '')],
  )
  return Object.fromEntries([
    ...found(/<input [^>]*?name="([^"]*)" value="([^"]*)"/g),
    // A browser drops the first line break of a text area, and sends the others as two characters.
    ...found(/<textarea [^>]*?name="([^"]*)"[^>]*>\n([\s\S]*?)<\/textarea>/g).map(([name, text = '']) => [
      name,
      text.replaceAll('\n', '\r\n'),
    ]),
    ...selects,
  ])
}

/** Opens the editing page over a copy of the content, with few of its articles unless all are wanted. */
export function openEditor({ articles = 'few' }: { readonly articles?: 'few' | 'all' } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'editor-test-'))
  const shipped = path.join(home, 'content')
  if (articles === 'all') cpSync(shipped, folder, { recursive: true })
  else copyTexts(shipped, folder)
  const content = new ContentFolder(folder)
  const saver = new ContentSaver(content, (each) =>
    faultsInTexts({ content: each, markets: path.join(home, 'markets') }),
  )
  const app = createEditorApp({
    content,
    saver,
    portalUrl: 'http://localhost:3000',
    markets: [{ brand: 'Nyanja', careNumber: '300' }],
    hosts: [host],
  })
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const place = (file: string) => path.join(folder, file)

  return {
    app,
    read: (file: string) => readFileSync(place(file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(place(file), text),
    /** Reads every file with its content. */
    all: () =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.(json|md|yaml)$/.test(file))
          .map((file) => [file, readFileSync(place(file), 'utf8')]),
      ),
    async open(url: string): Promise<string> {
      return (await app.inject({ url, headers: { host } })).body
    },
    send: (url: string, fields: Fields, button = 'save') =>
      app.inject({
        url,
        method: 'POST',
        headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...fields, do: button }).toString(),
      }),
  }
}
