import { copyFileSync, existsSync, mkdirSync, renameSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCommand } from './command.mjs'
import { filesIn } from './files-in.mjs'
import { Explained, root, runScript } from './run.mjs'

const client = path.join(root, 'apps', 'portal', 'build', 'client')

/**
 * Puts the browser files of a build beside those of other releases, each file atomically: nodes that serve them read
 * the folder meanwhile. A file with a hash in its name is the same in every release and only gets a new date.
 */
export function publishAssets(build, folder) {
  const now = new Date()
  const published = ['assets', 'files'].flatMap((name) => filesIn(path.join(build, name)))
  for (const file of published) {
    const place = path.join(folder, path.relative(build, file))
    if (file.startsWith(path.join(build, 'files')) || !existsSync(place)) {
      mkdirSync(path.dirname(place), { recursive: true })
      copyFileSync(file, `${place}.tmp`)
      renameSync(`${place}.tmp`, place)
    }
    utimesSync(place, now, now)
  }
  return published.length
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runScript(() => {
    const { positionals } = readCommand({
      name: 'npm run publish-assets',
      about: 'Copies the browser files of the build into a folder that all releases share (usually ASSETS_DIR).',
      takes: ['folder'],
    })
    const folder = positionals[0] ?? process.env.ASSETS_DIR
    if (folder === undefined) throw new Explained('Where to? npm run publish-assets -- <folder>, or set ASSETS_DIR')
    if (!existsSync(client)) throw new Explained('The portal is not built: npm run build')
    console.log(`${publishAssets(client, folder)} files are in ${path.resolve(folder)}`)
    return 0
  })
