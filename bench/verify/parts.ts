import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../../scripts/run.mjs'
import type { Drill } from '../reliability/drill/drill.ts'
import { drillsInOneProcess, drillsWithProcesses } from '../reliability/drill/drills.ts'

/** The number of lines of a command's output in its row of the results. */
const lastLines = 3

type Command = readonly [script: string, ...args: string[]]

/** A command of the project as a part: what it prints last is what it did, and its exit code is the judgement. */
function command(name: string, promise: string, usual: Command, full = usual): Drill {
  return {
    name,
    promise,
    async run({ isFull }) {
      const [script, ...args] = isFull ? full : usual
      const { code, output } = await runScript(script, args)
      const lines = output.split('\n').filter((line) => line.trim() !== '')
      const did = lines.slice(-lastLines).join('; ').replaceAll(/\s+/g, ' ').trim()
      return { did, violations: code === 0 ? [] : [`${script} ${args.join(' ')} ended with ${code}`] }
    },
  }
}

function runScript(script: string, args: readonly string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      output = (output + text).slice(-4_000)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** What `npm test` leaves out for its time, in execution order; the first part is what `npm test` runs. */
export const parts: readonly Drill[] = [
  command('check', 'everything that npm test shows holds', ['scripts/test.mjs', '--no-install']),
  command('stories', 'the further paths of each journey work in a browser', [
    'scripts/test.mjs',
    '--no-install',
    '--only',
    'playwright',
    '--grep',
    '@verify',
  ]),
  command('standby', 'a failover, a point-in-time restore and a lying disk are noticed', [
    'scripts/test.mjs',
    '--no-install',
    '--only',
    'vitest',
    '--config',
    'bench/verify/vitest.config.ts',
  ]),
  ...drillsInOneProcess,
  ...drillsWithProcesses,
  command(
    'fuzz',
    'every reader of foreign input accepts it or refuses it by name',
    ['bench/run.mjs', 'fuzz', '--inputs', '1'],
    ['bench/run.mjs', 'fuzz'],
  ),
  command('deploy', 'the programs that read the files in deploy accept them', ['scripts/check-deploy.mjs']),
  command('dependencies', 'the registry knows nothing against a dependency', ['scripts/check-dependencies.mjs']),
  command('reproducible', 'two builds of a release are equal', ['scripts/check-reproducible.mjs']),
]
