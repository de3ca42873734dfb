// @ts-nocheck
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

export interface LoadRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  readonly core: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly p99Ms: number
  /** Answers other than 2xx, and connections that broke. */
  readonly failures: number
}

export function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' })
  } catch (error) {
    // It says its version with exit code 1.
    return error instanceof Error && 'status' in error && error.status === 1
  }
  return true
}

const milliseconds: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/** As many requests as the connections can carry, from one core. */
export async function loadWithWrk({ url, headers, connections, seconds, core }: LoadRequest): Promise<LoadResult> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency', ...headerArgs, url]
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(core), 'wrk', ...args])
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const [, p99 = 'NaN', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(stdout) ?? []
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? []
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p99Ms: Number(p99) * (milliseconds[unit] ?? 1),
    failures: number(/Non-2xx or 3xx responses: (\d+)/) + broken.reduce((sum, count) => sum + Number(count), 0),
  }
}
