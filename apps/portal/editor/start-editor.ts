import { readdirSync } from 'node:fs'
import path from 'node:path'
import { contentConstants, readMarket } from '@nyanja/server/settings/market'
import { faultsInTexts } from '@nyanja/server/wiring/check-content'
import { ContentFolder } from './content-folder.ts'
import { createEditorApp } from './editor-app.ts'
import { ContentSaver } from './simulation.ts'

export interface EditorOptions {
  readonly contentFolder: string
  readonly marketsFolder: string
  readonly port: number
  readonly portalUrl: string
}

export interface Editor {
  readonly url: string
  stop(): Promise<void>
}

/** On this machine only: anyone who reaches it may change every text. */
const host = '127.0.0.1'

export async function startEditor({ contentFolder, marketsFolder, port, portalUrl }: EditorOptions): Promise<Editor> {
  const content = new ContentFolder(contentFolder)
  const saver = new ContentSaver(content, (folder) => faultsInTexts({ content: folder, markets: marketsFolder }))
  const app = createEditorApp({
    content,
    saver,
    portalUrl,
    markets: readdirSync(marketsFolder).map((file) => contentConstants(readMarket(path.join(marketsFolder, file)))),
    hosts: [`${host}:${port}`],
  })
  await app.listen({ host, port })
  return { url: `http://${host}:${port}`, stop: () => app.close() }
}
