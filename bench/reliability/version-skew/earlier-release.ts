import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/run.mjs'

/** The tag of the earlier release, and its commit for a clone without tags. */
const earlier = ['v1.0.0', '10a3cbea2366a3d5d82d650d2dd308df472a2811']

function isKnown(revision: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${revision}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Undefined where the history of this checkout does not reach back to it. */
export const earlierRelease = earlier.find(isKnown)

/** Starts the release without its pages: another channel pays through the JSON API, and the worker does due work. */
const program = `import { startPortal } from './apps/portal/server/start.ts'

const portal = await startPortal({
  env: process.env,
  home: new URL('apps/portal', import.meta.url).pathname,
  pagesIn: () => async () => new Response(null, { status: 404 }),
})
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => portal.stop({ isAtOnce: true }).then(() => process.exit(0)))
`

/** Unpacks the sources of that release beside the packages of this one, and returns the program that starts it. */
export function unpackRelease(revision: string): string {
  const folder = path.join(root, '.cache', 'earlier-release')
  const main = path.join(folder, 'start.mjs')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'node_modules', '@nyanja'), { recursive: true })
  const places = ['packages/domain', 'packages/server', 'apps/portal']
  const archive = execFileSync('git', ['archive', revision, ...places], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  for (const name of ['domain', 'server'])
    symlinkSync(path.join(folder, 'packages', name), path.join(folder, 'node_modules', '@nyanja', name))
  // Packages of which npm keeps another version in a package's own folder, and browser files, which no channel reads.
  for (const place of ['packages/server/node_modules', 'apps/portal/node_modules', 'apps/portal/build'])
    if (existsSync(path.join(root, place))) symlinkSync(path.join(root, place), path.join(folder, place))
  writeFileSync(main, program)
  return main
}
