import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/run.mjs'
import { parts } from '../verify/parts.ts'
import { tables, withTable } from './tables.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('the recorded results', () => {
  it.each(Object.entries(tables))('stand in %s as they were recorded: npm run bench -- tables', (document, table) => {
    expect(withTable(read(document), table())).toBe(read(document))
  })

  it('replace a table and leave the text around it', () => {
    const document = read('docs/reliability.md')
    const written = withTable(document, '| one |')
    expect(written).toContain('\n| one |\n')
    expect(withTable(written, tables['docs/reliability.md']())).toBe(document)
    expect(() => withTable('no place', '| one |')).toThrow('no place for a table')
  })

  it('are of parts that docs/reliability.md describes', () => {
    const [described = ''] = read('docs/reliability.md').split('<!-- written')
    const names = [...described.matchAll(/^\| ([a-z-]+(?:, [a-z-]+)*) \|/gm)].flatMap(([, cell = '']) =>
      cell.split(', '),
    )
    expect(names.toSorted()).toEqual(parts.map(({ name }) => name).toSorted())
  })
})
