import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Market } from './market.ts'
import { readMarkets } from './market-folder.ts'

const root = path.join(import.meta.dirname, '..', '..', '..', '..')
const markets = path.join(root, 'apps', 'portal', 'markets')

/**
 * Lists texts that identify one market, as each market writes them. Mentions of dollars follow from the rule of units.
 */
function textsOf(market: Market): string[] {
  const { country, country3, opco, timeZone, timeZoneName, currency, secondCurrency, numbers, pinResetDial, mpesa } =
    market
  const words = [country, country3, opco, timeZone, timeZoneName, currency, secondCurrency, numbers.countryCode]
  return [...words, numbers.example, pinResetDial, mpesa?.market, mpesa?.country].flatMap((word) =>
    word === undefined || word === 'USD' ? [] : [word],
  )
}

/** Names that no file contains, but that could be typed. */
const otherWords = ['Malawi', 'Congo', 'Kinshasa', 'Blantyre', 'Lilongwe', 'kwacha', 'franc']

const ownFiles = /(\.(test|contract)\.tsx?|\/test-[^/]+\.ts|\/currencies\.ts)$/
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

const files = globSync(['apps/portal/{app,server,contract}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
  cwd: root,
})

describe('text that belongs to one market', () => {
  const known = readMarkets(markets).map(({ market }) => market)
  const words = [...new Set([...known.flatMap(textsOf), ...otherWords])]
  const pattern = new RegExp(
    `(?<![\\w*])(${words.map((word) => word.replaceAll(/[*+#/]/g, '\\$&')).join('|')})(?!\\w)`,
    'g',
  )

  it("is in that market's own file, and in no code", () => {
    const found = files
      .filter((file) => !ownFiles.test(file))
      .flatMap((file) => {
        const code = readFileSync(path.join(root, file), 'utf8').replaceAll(comment, '')
        return [...code.matchAll(pattern)].map(([word]) => `${file}: ${word}`)
      })
    expect(found).toEqual([])
  })

  it('would be found by this test', () => {
    const samples = ["const zone = 'Africa/Blantyre'", "currency: 'MWK'", '`+265`', 'in Malawi', 'Malawian', '2650']
    expect(samples.filter((code) => code.search(pattern) >= 0)).toEqual(samples.slice(0, 4))
  })
})
