import type { EventLoopUtilization } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { watchForRush } from '../pages/serve-pages.ts'

/** The event loop's time: how long it was active and idle, in ms since it began. */
function openLoop() {
  let active = 0
  let idle = 0
  const shareOf = (from: Partial<EventLoopUtilization> = {}, to: Partial<EventLoopUtilization> = {}) => {
    const worked = (from.active ?? active) - (to.active ?? 0)
    const waited = (from.idle ?? idle) - (to.idle ?? 0)
    return { active: worked, idle: waited, utilization: worked / (worked + waited || 1) }
  }
  return {
    isRush: watchForRush(() => active + idle, shareOf),
    pass(time: { worked: number; waited: number }) {
      active += time.worked
      idle += time.waited
    },
  }
}

it('is off at first, and while there are pauses', () => {
  const { isRush, pass } = openLoop()
  expect(isRush()).toBe(false)
  pass({ worked: 200, waited: 100 })
  expect(isRush()).toBe(false)
})

it('begins after a quarter of a second without a pause, and ends with the next pause', () => {
  const { isRush, pass } = openLoop()
  pass({ worked: 300, waited: 5 })
  expect(isRush()).toBe(true)
  pass({ worked: 100, waited: 100 })
  expect(isRush()).toBe(true)
  pass({ worked: 100, waited: 900 })
  expect(isRush()).toBe(false)
})
