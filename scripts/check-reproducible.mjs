import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { readCommand } from './command.mjs'
import { filesIn } from './files-in.mjs'
import { root, run, runScript } from './run.mjs'

/** Makes a copy of what is committed or staged, elsewhere, with the installed packages of this folder. */
function copySources(folder) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file), { recursive: true })
  const workspaces = [
    '',
    ...['apps', 'packages'].flatMap((parent) =>
      readdirSync(path.join(root, parent)).map((name) => path.join(parent, name)),
    ),
  ]
  for (const place of workspaces.map((workspace) => path.join(workspace, 'node_modules'))) {
    if (statSync(path.join(root, place), { throwIfNoEntry: false }) === undefined) continue
    // Links to workspaces lead into the copy; everything else is shared on disk.
    execFileSync('cp', ['--archive', '--link', path.join(root, place), path.join(folder, path.dirname(place))])
  }
}

/** Returns the digest and the mode of each file. */
function digestsOf(folder) {
  const entries = filesIn(folder).map((file) => {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    return [path.relative(folder, file), `${digest} ${(statSync(file).mode & 0o777).toString(8)}`]
  })
  return new Map(entries)
}

async function release(folder, name) {
  const [sources, made] = [path.join(folder, name), path.join(folder, `${name} made`)]
  mkdirSync(sources)
  copySources(sources)
  const code = await run(process.execPath, ['scripts/make-release.mjs', made], { cwd: sources })
  if (code !== 0) throw new Error('The release could not be made')
  return digestsOf(made)
}

await runScript(async () => {
  readCommand({
    name: 'npm run check-reproducible',
    about: 'Builds the release twice, in two folders, and compares every file; exits with 1 when one differs.',
  })
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  // The copy is on the disk of the packages, which are linked and not copied.
  const folder = mkdtempSync(path.join(root, '.cache', 'reproducible-'))
  try {
    const [one, other] = [await release(folder, 'one'), await release(folder, 'another place')]
    const differing = [...new Set([...one.keys(), ...other.keys()])].filter((file) => one.get(file) !== other.get(file))
    for (const file of differing) console.error(`differs: ${file}`)
    const whole = createHash('sha256')
      .update(JSON.stringify([...one]))
      .digest('hex')
    console.log(`${one.size} files, ${differing.length} differ; the first release has the digest ${whole}`)
    return differing.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
