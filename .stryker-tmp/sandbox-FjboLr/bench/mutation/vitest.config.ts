// @ts-nocheck
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.resolve(import.meta.dirname, '../..')

/** Tests of the money core alone, on SQLite: they decide whether a mutant lives. */
export default defineConfig({
  root,
  // The tool works on a copy, and a workspace's link would lead out of it.
  resolve: { alias: [{ find: /^@nyanja\/domain\/(.*)$/, replacement: `${root}/packages/domain/src/$1.ts` }] },
  test: {
    include: [
      'packages/domain/src/*.test.ts',
      'apps/portal/server/{payments,operations}/*.test.ts',
      'apps/portal/server/db/{payments,operations}/*.test.ts',
    ],
    testNamePattern: /^(?!.* on postgres)/,
    testTimeout: 20_000,
  },
})
