import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../../..')

/** A mutant ends with the first test that fails, and tests of rules are fastest. */
class RulesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isRule = ({ moduleId }: TestSpecification) => moduleId.includes('/packages/domain/')
    return [...files.filter(isRule), ...files.filter((file) => !isRule(file))]
  }
}

/** Tests of the money core alone, on SQLite: they decide whether a mutant survives. */
export default defineConfig({
  root,
  // The tool works on a copy, and a workspace's link would lead out of it.
  resolve: { alias: [{ find: /^@nyanja\/(domain|server)\/(.*)$/, replacement: `${root}/packages/$1/src/$2.ts` }] },
  test: {
    include: [
      'packages/domain/src/**/*.test.ts',
      'packages/server/src/payments/**/*.test.ts',
      'packages/back-office/src/{operations,db/operations}/**/*.test.ts',
      'packages/server/src/db/{payments,recovery}/*.test.ts',
    ],
    // It is not a name pattern: that would replace the tool's own, which picks the tests that reach a mutant.
    tags: [{ name: 'postgres', skip: true }],
    // Every mutant gets a new worker, which loads modules once.
    isolate: false,
    sequence: { sequencer: RulesFirst },
    testTimeout: 20_000,
  },
})
