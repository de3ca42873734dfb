import { expect, it } from 'vitest'
import { FailureLog } from './failure-log.ts'

it('logs a failure once a second for each kind, with the number of those between', () => {
  const lines: string[] = []
  let at = 10_000
  const failures = new FailureLog({ log: { error: (line) => lines.push(line) }, now: () => at })
  const full = new Error('The disk is full')
  for (let time = 0; time < 5000; time += 1) failures.report('close days failed', full)
  failures.report('forget failed', 'no error')
  at += 1000
  failures.report('close days failed', full)
  expect(lines).toEqual([
    'close days failed: The disk is full',
    'forget failed: unknown',
    'close days failed: The disk is full (and 4999 times before without a line)',
  ])
  // A clock that is set back does not silence the log.
  at -= 3_600_000
  failures.report('close days failed', full)
  expect(lines).toHaveLength(4)
})
