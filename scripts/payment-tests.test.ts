import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gateways } from '@nyanja/server/settings/gateways'
import { describe, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const endings = ['Success', 'Refusal', 'Wrong secret', 'Attempts exhausted', 'Time-out', 'Cancel']
const reason = /^\S+ \S+ \S+$/

const [head = [], , ...rows] = read('docs/payment-tests.md')
  .split('\n')
  .filter((row) => row.startsWith('|'))
  .map((row) => row.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()))

const journeys = readdirSync(path.join(root, 'e2e'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.spec.ts'))
  .flatMap((file) => [...read(`e2e/${file}`).matchAll(/\btest\((['"])(.*?)\1,/g)].map(([, , title = '']) => title))

describe('the table of payment tests', () => {
  it('has every payment method and every ending', () => {
    assert.deepEqual(head.slice(1), endings)
    const named = rows.map(([address = '']) => /^`([\w-]+)`/.exec(address)?.[1])
    assert.deepEqual(named.toSorted(), [...gateways.keys()].toSorted())
  })

  for (const [address = '', ...cells] of rows)
    it(`names tests that exist, or gives in three words why there is none: ${address.split(':')[0]}`, () => {
      assert.equal(cells.length, endings.length)
      assert.deepEqual(
        cells.filter((cell) => !journeys.includes(cell) && !reason.test(cell)),
        [],
      )
    })
})
