import { spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

export interface Link {
  readonly rttMs: number
  readonly downKbit: number
  readonly upKbit: number
}

export interface SlowLink {
  /** Our end: what listens here is reached from the other end at the link's pace. */
  readonly address: string
  /** Writes a command that starts `program` at the other end, and answers its path. */
  startAtOtherEnd(program: string, folder: string): string
  close(): void
}

/** Needs root: only root may make a network namespace. */
export async function openSlowLink({ rttMs, downKbit, upKbit }: Link): Promise<SlowLink> {
  // By process, so that two of us on one machine have a link each.
  const address = `10.77.${process.pid % 250}.1`
  const script = path.join(import.meta.dirname, 'slow-link.py')
  const helper = spawn('python3', [script, address, ...[rttMs, downKbit, upKbit].map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const namespace = await new Promise<string>((resolve, reject) => {
    createInterface(helper.stdout).once('line', (line) => resolve(line.replace('ready ', '')))
    helper.once('error', reject)
    helper.once('exit', () =>
      reject(new Error('The slow link could not be made: it needs root, python3 and /dev/net/tun')),
    )
  })
  return {
    address,
    startAtOtherEnd(program, folder) {
      const command = path.join(folder, 'at-other-end')
      writeFileSync(command, `#!/bin/sh\nexec ip netns exec ${namespace} ${program} "$@"\n`)
      chmodSync(command, 0o755)
      return command
    },
    close: () => helper.stdin.end(),
  }
}
