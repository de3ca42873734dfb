import path from 'node:path'
import { startEditor } from '../../apps/portal/editor/start-editor.ts'
import { onEnd, root, runScript } from '../run.mjs'
import { assertPortsAreFree } from './ports.mjs'

const home = path.join(root, 'apps', 'portal')

await runScript(async () => {
  const { PORT = '3000', EDIT_PORT = '3300', CONTENT_DIR = path.join(home, 'content') } = process.env
  const { MARKETS_DIR = path.join(home, 'markets'), PUBLIC_ORIGIN = `http://localhost:${PORT}` } = process.env
  await assertPortsAreFree({ EDIT_PORT }, ['EDIT_PORT'], 'npm run edit-content')
  const editor = await startEditor({
    contentFolder: path.resolve(root, CONTENT_DIR),
    marketsFolder: path.resolve(root, MARKETS_DIR),
    port: Number(EDIT_PORT),
    portalUrl: PUBLIC_ORIGIN,
  })
  console.log(`
  Editing page  ${editor.url}
  Portal        ${PUBLIC_ORIGIN} (npm start, in another window)

  It changes the files in ${path.relative(root, CONTENT_DIR) || CONTENT_DIR}. Ctrl-C stops it.
`)
  await new Promise((resolve) => onEnd(resolve))
  await editor.stop()
})
