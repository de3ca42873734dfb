import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Drills with real processes last longest, in small files that would begin last and delay the end. */
class DrillsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDrill = ({ moduleId }: TestSpecification) => moduleId.includes('/bench/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isDrill), ...sorted.filter((file) => !isDrill(file))]
  }
}

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['packages/server/src/db/test-template.ts', 'apps/portal/server/testing/few-sites.ts'],
    // Tests of adapters spend most of their time waiting for timeouts.
    maxWorkers: 3,
    // It remembers where an import led, also after another package is installed nearer.
    fsModuleCache: false,
    // Loading the modules again for each file costs as much as the tests; none of them holds state of its own.
    isolate: false,
    sequence: { sequencer: DrillsFirst },
    tags: [{ name: 'postgres', description: 'Says that a PostgreSQL server is missing' }],
    // Limits for hanging tests, no waits: tests follow events, and on a busy machine these come later, but they come.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 20, timeout: 60_000 } },
  },
})
