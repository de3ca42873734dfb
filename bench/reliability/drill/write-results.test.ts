import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { drillsInOneProcess, drillsWithProcesses } from './drills.ts'
import { type DrillResult, withResults } from './run-drills.ts'

const reliability = path.resolve(import.meta.dirname, '../../../docs/reliability.md')
const tables = {
  'drills inside one process': drillsInOneProcess.map(({ name }) => name),
  'drills with real processes': drillsWithProcesses.map(({ name }) => name),
}
const results: readonly DrillResult[] = [...drillsInOneProcess, ...drillsWithProcesses].map((drill, at) => ({
  drill,
  report: { did: `what ${drill.name} did | in ${at} rounds`, violations: at === 1 ? ['one is lost'] : [] },
  seconds: at + 0.4,
}))
const circumstances = 'One run, on two cores.'

it('writes both tables of the document and their circumstances from one run', () => {
  const document = readFileSync(reliability, 'utf8')
  const written = withResults({ document, tables, results, circumstances })
  expect(written).toContain('| Drill | Did | Violations | Took |')
  for (const [at, { drill, report }] of results.entries()) {
    const row = `| ${drill.name} | what ${drill.name} did \\| in ${at} rounds | ${report.violations.length} | ${at} s |`
    expect(written.split(row)).toHaveLength(2)
  }
  expect(written.split(circumstances)).toHaveLength(2)
  expect(withResults({ document: written, tables, results, circumstances })).toBe(written)
})

it('describes every drill in the document', () => {
  const described = readFileSync(reliability, 'utf8').split('## Measured')[0] ?? ''
  const names = [...described.matchAll(/^\| ([a-z-]+(?:, [a-z-]+)*) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  expect(names.toSorted()).toEqual(Object.values(tables).flat().toSorted())
})

it('writes nothing when a drill did not run, or the document has no section for it', () => {
  const document = readFileSync(reliability, 'utf8')
  expect(() => withResults({ document, tables, results: results.slice(1), circumstances })).toThrow('did not run')
  expect(() => withResults({ document: '', tables, results, circumstances })).toThrow('has no section')
})
