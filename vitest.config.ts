import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What lasts longest in small files, which would begin last and delay the end: processes, and every dialect of a BSS. */
const long = /\/bench\/|\/tmf\/dialects\.test|\/scripts\/(?:command|new-market)\.test/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['packages/server/src/db/test-template.ts', 'packages/server/src/testing/test-sites.ts'],
    // Tests of adapters spend most of their time waiting for timeouts.
    maxWorkers: 4,
    // It remembers where an import led, also after another package is installed nearer.
    fsModuleCache: false,
    // Loading the modules again for each file costs as much as the tests; none of them holds state of its own.
    isolate: false,
    sequence: { sequencer: LongFirst },
    tags: [{ name: 'postgres', description: 'Says that a PostgreSQL server is missing' }],
    // Limits for hanging tests, no waits: tests follow events, and on a busy machine these come later, but they come.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { interval: 20, timeout: 60_000 } },
  },
})
