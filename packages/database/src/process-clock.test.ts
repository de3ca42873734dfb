import { day, hour } from '@nyanja/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { type ClockSources, DatabaseClock, openClock } from './process-clock.ts'
import { describeOnEachEngine } from './test-engines.ts'

const noon = Date.UTC(2026, 10, 20, 12)

describe('the clock of a process', () => {
  const open: DatabaseClock[] = []
  afterEach(() => {
    for (const clock of open.splice(0)) clock.close()
  })

  async function setUp({ offsetMs = 0, answersAfterMs = 10 }) {
    // An arbitrary time has passed on three clocks.
    const passed = { ms: 5_000, wallAheadMs: offsetMs, databaseAheadMs: 0, answersAfterMs, isAway: false }
    const warnings: string[] = []
    const sources: ClockSources = {
      wall: () => noon + passed.ms + passed.wallAheadMs,
      steady: () => passed.ms,
      async readTime() {
        if (passed.isAway) throw new Error('the database is away')
        passed.ms += passed.answersAfterMs
        const time = noon + passed.ms + passed.databaseAheadMs
        passed.ms += passed.answersAfterMs
        return time
      },
    }
    const clock = await DatabaseClock.open({ ...sources, warn: (warning) => warnings.push(warning) })
    open.push(clock)
    return { clock, passed, warnings, trueTime: () => noon + passed.ms + passed.databaseAheadMs }
  }

  it.each([0, -hour, 180_000, day])(
    'shows the time of the database when the machine is %i ms off',
    async (offsetMs) => {
      const { clock, trueTime } = await setUp({ offsetMs })
      expect(clock.now()).toBe(trueTime())
      expect(clock.offsetMs()).toBe(offsetMs)
    },
  )

  it("continues when the machine's date is changed", async () => {
    const { clock, passed, trueTime } = await setUp({})
    passed.wallAheadMs = day
    passed.ms += 100
    expect(clock.now()).toBe(trueTime())
    expect(clock.offsetMs()).toBe(day)
  })

  it('allows claims up to half a minute of offset, and reports more than two seconds', async () => {
    const fine = await setUp({ offsetMs: 1_900 })
    expect(await fine.clock.mayClaim()).toBe(true)
    expect(fine.warnings).toEqual([])
    const off = await setUp({ offsetMs: -29_000 })
    expect(await off.clock.mayClaim()).toBe(true)
    expect(off.warnings).toEqual(["The clock of this machine is -29.0 s off the database's"])
    const farOff = await setUp({ offsetMs: 31_000 })
    expect(await farOff.clock.mayClaim()).toBe(false)
    expect(farOff.warnings).toEqual([
      "The clock of this machine is 31.0 s off the database's: this process claims no work",
    ])
  })

  it('allows claims again, and reports it, as soon as the date is corrected', async () => {
    const { clock, passed, warnings } = await setUp({ offsetMs: day })
    expect(await clock.mayClaim()).toBe(false)
    passed.wallAheadMs = 0
    expect(await clock.mayClaim()).toBe(true)
    expect(warnings.at(-1)).toContain('near enough')
  })

  it('asks the database before a claim after the machine was suspended', async () => {
    const { clock, passed, trueTime } = await setUp({})
    // The machine was suspended: its steady clock stopped, and its wall clock was set on resume.
    passed.databaseAheadMs += 90_000
    passed.wallAheadMs += 90_000
    expect(await clock.mayClaim()).toBe(true)
    expect(clock.now()).toBe(trueTime())
  })

  it('allows no claims half a minute after the database became unavailable', async () => {
    const { clock, passed } = await setUp({})
    passed.isAway = true
    passed.ms += 29_000
    expect(await clock.mayClaim()).toBe(true)
    passed.ms += 2_000
    expect(await clock.mayClaim()).toBe(false)
  })

  it('does not jump after a slow answer that agrees within its uncertainty', async () => {
    const { clock, passed } = await setUp({})
    passed.databaseAheadMs += 40
    passed.answersAfterMs = 50
    await clock.measure()
    expect(clock.offsetMs()).toBe(0)
    passed.answersAfterMs = 10
    await clock.measure()
    expect(clock.offsetMs()).toBe(-40)
  })
})

describeOnEachEngine('the clock of a process on a real database', (open, engine) => {
  it('is near the time of a database on the same machine', async () => {
    const warnings: string[] = []
    const clock = await openClock(await open([]), (warning) => warnings.push(warning))
    expect(await clock.mayClaim()).toBe(true)
    const before = Date.now()
    const now = clock.now()
    const tolerance = engine === 'sqlite' ? 0 : 2_000
    expect(now).toBeGreaterThanOrEqual(before - tolerance)
    expect(now).toBeLessThanOrEqual(Date.now() + tolerance)
    expect(warnings).toEqual([])
    clock.close()
  })
})
