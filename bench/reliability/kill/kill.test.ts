import { expect, it } from 'vitest'
import { killUnderLoad } from './drill.ts'

/** Not the time that a BSS is given to find what it was sent: what is then still under way must be due. */
const checkTimeoutMs = 15_000

it('loses nothing and does nothing twice when it is killed under load while providers misbehave', async () => {
  const { promises, report } = await killUnderLoad({
    kills: 8,
    seed: 20_261,
    channels: 6,
    hasFaults: true,
    checkTimeoutMs,
  })

  expect(report.violations.filter(({ isInProgress }) => !isInProgress)).toEqual([])
  expect(promises.initiated.size).toBeGreaterThan(20)
  expect(report.deliveries).toBeGreaterThan(10)
}, 120_000)
