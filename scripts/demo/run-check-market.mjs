import path from 'node:path'
import { checkMarket } from '@nyanja/server/wiring/check-content'
import { Explained, runScript } from '../run.mjs'

await runScript(async () => {
  const [home = '', given] = process.argv.slice(2)
  const { env } = process
  const file = given ?? path.join(env.MARKETS_DIR ?? path.join(home, 'markets'), `${env.MARKET ?? 'mw'}.json`)
  const content = env.CONTENT_DIR ?? path.join(home, 'content')
  const places = env.PLACES_DIR ?? path.join(home, 'places')
  const checked = await checkMarket({ file, content, places }).catch((error) => {
    throw new Explained(error.message)
  })
  if (checked.notes.length > 0) console.log(checked.notes.join('\n'))
  if (checked.faults.length > 0) throw new Explained(checked.faults.join('\n'))
  console.log(`${file} is a good market`)
})
