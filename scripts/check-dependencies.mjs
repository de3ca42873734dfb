import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { readCommand } from './command.mjs'
import { root, runScript } from './run.mjs'

const call = promisify(execFile)
/** Each folder has a lock file of its own. */
const folders = [root, path.join(root, 'scripts/node24')]
const day = 24 * 60 * 60 * 1000

/** Returns what npm prints; it is undefined where npm or the registry gives no answer that can be read. */
async function npm(args, cwd = root) {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 }
  const { stdout } = await call('npm', args, options).catch((error) => error)
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

/** Lists the packages that the project itself names, and their versions. */
function ownDependencies() {
  const named = folders
    .flatMap((folder) =>
      Object.entries(JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages),
    )
    .filter(([place]) => !place.includes('node_modules/'))
    .flatMap(([, entry]) =>
      Object.entries({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }),
    )
  return new Map(named.filter(([name, version]) => /^\d/.test(version) && !name.startsWith('@nyanja/')).sort())
}

function isNewer(version, than) {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number))
  const differing = left.findIndex((part, at) => part !== right[at])
  return differing >= 0 && left[differing] > right[differing]
}

function printAge([name, version], times, now) {
  if (times?.[version] === undefined) return console.log(`  ${name} ${version}: the registry does not answer`)
  const days = (time) => Math.round((now - Date.parse(time)) / day)
  // A release of an older line may come later; it is no update for the project.
  const newer = Object.entries(times).filter(([key]) => /^\d+\.\d+\.\d+$/.test(key) && isNewer(key, version))
  const newest = newer.sort(([one], [other]) => (isNewer(one, other) ? 1 : -1)).at(-1)
  const later = newest === undefined ? 'the newest' : `since then ${newest[0]}, ${days(newest[1])} days old`
  console.log(`  ${name} ${version}: ${days(times[version])} days old, ${later}`)
}

/** High and critical ones end the command with 1, so that a nightly job sees them. */
function printAdvisories(audit) {
  const found = audit?.metadata?.vulnerabilities
  if (found === undefined) {
    console.log('Advisories: the registry does not answer')
    return 0
  }
  console.log(
    `Advisories: ${Object.entries(found)
      .map(([level, count]) => `${count} ${level}`)
      .join(', ')}`,
  )
  for (const { name, severity, range } of Object.values(audit.vulnerabilities ?? {}))
    console.log(`  ${severity}: ${name} ${range}`)
  return found.high + found.critical > 0 ? 1 : 0
}

function printSignatures(signatures) {
  if (signatures?.invalid === undefined) return console.log('Signatures: the registry does not answer')
  const { invalid, missing } = signatures
  console.log(`Signatures: ${invalid.length} invalid, ${missing.length} missing`)
  return invalid.length > 0 ? 1 : 0
}

await runScript(async () => {
  readCommand({
    name: 'npm run check-dependencies',
    about: 'Reports the age of each dependency, and what the registry knows against it and all that it brings.',
  })
  console.log('Dependencies:')
  for (const [name, version] of ownDependencies())
    printAge([name, version], await npm(['view', name, 'time', '--json']), Date.now())
  let code = 0
  for (const folder of folders) {
    console.log(path.join(folder, 'package-lock.json'))
    const isUnsafe = printAdvisories(await npm(['audit', '--json'], folder))
    const isForged = printSignatures(await npm(['audit', 'signatures', '--json'], folder))
    code = Math.max(code, isUnsafe, isForged)
  }
  return code
})
