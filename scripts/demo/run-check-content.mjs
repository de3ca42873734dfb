import path from 'node:path'
import { placesBeside } from '@nyanja/server/settings/market-folder'
import { faultsInContent } from '@nyanja/server/wiring/check-content'
import { Explained, runScript } from '../run.mjs'
import { noteRemovedSettings } from './removed-settings.mjs'

await runScript(async () => {
  noteRemovedSettings()
  const [home = ''] = process.argv.slice(2)
  const content = process.env.CONTENT_DIR ?? path.join(home, 'content')
  const places = placesBeside(content, path.join(home, 'places'))
  const faults = await faultsInContent({ content, places, markets: path.join(home, 'markets') })
  if (faults.length > 0) throw new Explained(faults.join('\n'))
  console.log('All content is good')
})
