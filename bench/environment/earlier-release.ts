import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/run.mjs'

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

const sources = ['packages/domain', 'packages/server', 'apps/portal']

/** Unpacks these folders of that release beside the packages of this one. */
function unpack(revision: string, name: string, places: readonly string[]): string {
  const folder = path.join(root, '.cache', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'node_modules', '@nyanja'), { recursive: true })
  const archive = execFileSync('git', ['archive', revision, ...places], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  for (const own of ['domain', 'server'])
    symlinkSync(path.join(folder, 'packages', own), path.join(folder, 'node_modules', '@nyanja', own))
  // npm keeps another version of these packages in a package's own folder.
  for (const place of ['packages/server/node_modules', 'apps/portal/node_modules'])
    if (existsSync(path.join(root, place))) symlinkSync(path.join(root, place), path.join(folder, place))
  return folder
}

/** Unpacks the sources of that release; its browser files are those of this one. */
export function unpackRelease(revision: string): string {
  const folder = unpack(revision, 'earlier-release', sources)
  const built = path.join(root, 'apps/portal/build')
  if (existsSync(built)) symlinkSync(built, path.join(folder, 'apps/portal/build'))
  return folder
}

/** What the build of a release calls by its place. */
const builders = ['vite', '@react-router']

/** Builds that release, which takes some minutes for the first time. */
export function buildRelease(revision: string): string {
  const name = `earlier-build-${revision}`
  const folder = path.join(root, '.cache', name)
  if (existsSync(path.join(folder, 'apps/portal/build/.sources'))) return folder
  unpack(revision, name, [...sources, 'scripts', 'package.json', 'package-lock.json', 'tsconfig.base.json'])
  for (const builder of builders)
    if (existsSync(path.join(root, 'node_modules', builder)))
      symlinkSync(path.join(root, 'node_modules', builder), path.join(folder, 'node_modules', builder))
  const build = "import('./scripts/build.mjs').then(({ buildIfStale }) => buildIfStale())"
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], { cwd: folder, stdio: 'inherit' })
  return folder
}

type Settings = Readonly<Record<string, string>>

/** What releases up to 1.0 read in place of settings that later ones have or derive. Later ones ignore it. */
export function earlierSettings({ SMSC_URL = '', CONTENT_DIR = '', ...env }: Settings): Settings {
  const smsc = URL.parse(SMSC_URL)
  return {
    SMSC_HOST: smsc?.hostname ?? '',
    SMSC_PORT: smsc?.port ?? '',
    DPO_PAGE_URL: `${env.DPO_URL}/payv2.php`,
    UBA_PAGE_URL: `${env.UBA_URL}/paytran`,
    UBA_VERIFY_URL: `${env.UBA_URL}/confirmation/verify`,
    PAYSTACK_FRAME_URL: env.PAYSTACK_SCRIPT_URL ?? '',
    PLACES_DIR: path.join(CONTENT_DIR, '../places'),
  }
}
