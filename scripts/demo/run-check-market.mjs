import path from 'node:path'
import { findMarket, placesBeside } from '@nyanja/server/settings/market-folder'
import { checkMarket } from '@nyanja/server/wiring/check-content'
import { Explained, runScript } from '../run.mjs'
import { noteRemovedSettings } from './removed-settings.mjs'

await runScript(async () => {
  noteRemovedSettings()
  const [home = '', given] = process.argv.slice(2)
  const { env } = process
  const found = findMarket({ MARKETS_DIR: path.join(home, 'markets'), MARKET: 'mw', ...env })
  const file = given ?? found.folder ?? found.file
  const content = env.CONTENT_DIR ?? path.join(home, 'content')
  const places = placesBeside(content, path.join(home, 'places'))
  const checked = await checkMarket({ file, content, places }).catch((error) => {
    throw new Explained(error.message)
  })
  if (checked.notes.length > 0) console.log(checked.notes.join('\n'))
  if (checked.faults.length > 0) throw new Explained(checked.faults.join('\n'))
  console.log(`${file} is a good market`)
})
