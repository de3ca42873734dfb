import { execFile, execFileSync } from 'node:child_process'
import { Agent, get } from 'node:http'
import { promisify } from 'node:util'
import { quantile } from '../../environment/figures.ts'

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

/** For machines without wrk. Costs more of the other core than wrk does, so its figures may be too low. */
export async function loadWithNode({ url, headers, connections, seconds }: LoadRequest): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const endsAt = performance.now() + seconds * 1000
  const times: number[] = []
  let failures = 0
  const once = () =>
    new Promise<void>((resolve) => {
      const begun = performance.now()
      const request = get(url, { agent, headers }, (response) => {
        response.resume().once('end', () => {
          times.push(performance.now() - begun)
          if ((response.statusCode ?? 500) >= 400) failures++
          resolve()
        })
      })
      request.once('error', () => {
        failures++
        resolve()
      })
    })
  const connection = async () => {
    while (performance.now() < endsAt) await once()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
  return { perSecond: times.length / seconds, p99Ms: quantile(times, 0.99), failures }
}
