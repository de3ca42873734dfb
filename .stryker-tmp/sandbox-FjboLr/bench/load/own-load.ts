// @ts-nocheck
import { Agent, get } from 'node:http'
import { quantile } from '../stage/figures.ts'
import type { LoadRequest, LoadResult } from './wrk.ts'

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
