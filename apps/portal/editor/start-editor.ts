import { contentConstants } from '@nyanja/server/settings/market'
import { readMarkets } from '@nyanja/server/settings/market-folder'
import { faultsInTexts } from '@nyanja/server/wiring/check-content'
import { ContentFolder } from './content-folder.ts'
import { ContentSaver } from './content-saver.ts'
import { createEditorApp } from './editor-app.ts'

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

/** The server listens on this machine only: anyone who reaches it may change every text. */
const host = '127.0.0.1'

export async function startEditor({ contentFolder, marketsFolder, port, portalUrl }: EditorOptions): Promise<Editor> {
  const content = new ContentFolder(contentFolder)
  const saver = new ContentSaver(content, (folder) => faultsInTexts({ content: folder, markets: marketsFolder }))
  const app = createEditorApp({
    content,
    saver,
    portalUrl,
    markets: readMarkets(marketsFolder).map(({ market }) => contentConstants(market)),
    hosts: [`${host}:${port}`],
  })
  await app.listen({ host, port })
  return { url: `http://${host}:${port}`, stop: () => app.close() }
}
