import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The drill lasts longer than all others and is a small file, which would begin last and be waited for alone. */
class DrillFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDrill = ({ moduleId }: TestSpecification) => moduleId.includes('/bench/kill/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isDrill), ...sorted.filter((file) => !isDrill(file))]
  }
}

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    // Tests of adapters spend most of their time waiting for answers that never come.
    maxWorkers: 3,
    sequence: { sequencer: DrillFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
