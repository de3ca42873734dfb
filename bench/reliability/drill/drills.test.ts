import { describe, expect, it, vi } from 'vitest'
import { workThrough } from '../simulation/thread-pool.ts'
import type { Drill } from './drill.ts'
import { crashTasks, faultTasks } from './exhaustive-drills.ts'
import { createMutant } from './mutate.ts'
import { mutations } from './mutations.ts'
import { type DrillResult, isKept, runDrill } from './run-drill.ts'

/** The limit is long enough for a busy machine. */
const timeoutMs = 600_000
const options = { seed: 1, isFull: false, databaseUrl: '' }

function every<T>(nth: number, list: readonly T[]): readonly T[] {
  return list.filter((_, at) => at % nth === 0)
}

describe('drills', () => {
  function drill(name: string, run: Drill['run']): Drill {
    return { name, promise: 'all is well', run }
  }
  const well = drill('well', async () => ({ did: 'three things', violations: [] }))

  async function printedBy(drills: readonly Drill[]) {
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      const results: DrillResult[] = []
      for (const each of drills) results.push(await runDrill(each, options))
      return { isPassed: results.every(isKept), lines }
    } finally {
      log.mockRestore()
      error.mockRestore()
    }
  }

  it('pass without violations, and print how to run them again', async () => {
    const { isPassed, lines } = await printedBy([well])
    expect(isPassed).toBe(true)
    expect(lines.join('\n')).toContain('npm run verify -- --only well --seed 1')
  })

  it('fail on a violation, and name the seed that shows it', async () => {
    const bad = drill('bad', async () => ({ did: 'one thing', violations: ['it is lost'], failingSeed: 7 }))
    const { isPassed, lines } = await printedBy([bad, well])
    expect(isPassed).toBe(false)
    expect(lines.join('\n')).toContain('npm run verify -- --only bad --seed 7')
  })

  it('fail when one of them throws, and run the others', async () => {
    const broken = drill('broken', async () => Promise.reject(new Error('no room')))
    const { isPassed, lines } = await printedBy([broken, well])
    expect(isPassed).toBe(false)
    expect(lines.join('\n')).toContain('three things')
  })
})

describe('the mutation catalogue', () => {
  const named = mutations.map((mutation) => [mutation.name, mutation] as const)

  it.each(named)('can apply the mutation %s', (_, mutation) => {
    expect(createMutant(mutation).source).toBeDefined()
  })

  it('tolerates other names of variables, another layout and another file', () => {
    const source = `import { x } from './x.ts'
      export function isSameMoney(one: Money,
        other: Money) { return one.minor === other.minor &&
          one.currency === other.currency }`
    const product = new Map([['packages/elsewhere.ts', source.replaceAll('\n      export', '\nexport')]])
    const mutation = mutations.find(({ declaration }) => declaration === 'isSameMoney')
    expect(mutation && createMutant(mutation, product).source).toContain('{ return one.currency === other.currency }')
  })

  it('names a missing construct', () => {
    const mutation = mutations.find(({ declaration }) => declaration === 'isSameMoney')
    const product = new Map([['money.ts', 'export function isSameMoney() { return true }']])
    expect(() => mutation && createMutant(mutation, product)).toThrow('there is no operand minor in isSameMoney')
    expect(() => mutation && createMutant(mutation, new Map())).toThrow('no file that declares isSameMoney')
  })
})

describe('every payment ends correctly', () => {
  async function faultsOf(tasks: Parameters<typeof workThrough>[0]['tasks']): Promise<readonly string[]> {
    const found: string[] = []
    await workThrough({
      tasks,
      done(_, { faults }) {
        found.push(...faults)
        return true
      },
    })
    return found
  }

  it(
    'wherever a process dies',
    async () => {
      // Those that wait for days have ten times the points at which to die.
      const short = crashTasks(false).filter(({ journey }) => !/paid late|never taken|decided only later/.test(journey))
      expect(await faultsOf(every(167, short))).toEqual([])
    },
    timeoutMs,
  )

  it(
    'when a provider and the BSS fail together',
    async () => {
      expect(await faultsOf(every(1321, faultTasks()))).toEqual([])
    },
    timeoutMs,
  )

  it(
    'and the invariant checker notices one that does not',
    async () => {
      const tasks = Array.from({ length: 8 }, (_, at) => ({ job: 'audit', seed: at + 1, operations: 120 }) as const)
      expect(await faultsOf(tasks)).toEqual([])
    },
    timeoutMs,
  )
})
