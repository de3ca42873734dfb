import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 5000

/** Milliseconds from head to answer as the portal itself counts them, in whole ones, of each look in its log. */
export async function serverTimes(logFile: string, count: number): Promise<readonly number[]> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const times = readFileSync(logFile, 'utf8').split('\n').flatMap(timeIn)
    if (times.length >= count) return times.slice(-count)
    if (performance.now() > giveUpAt) throw new Error(`The log has ${times.length} looks of ${count}`)
    await sleep(100)
  }
}

function timeIn(line: string): number[] {
  if (!line.includes('"path":"/hbb-lead-status"')) return []
  const found = /"ms":(\d+)/.exec(line)
  return found === null ? [] : [Number(found[1])]
}
