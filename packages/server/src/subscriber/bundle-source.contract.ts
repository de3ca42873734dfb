import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { BundleSource } from './bundles.ts'

export interface BundleSourceFixture {
  readonly source: BundleSource
  /** Some of the bundles on sale, one of each kind. */
  readonly examples: readonly Bundle[]
  /** Removes a bundle from sale. */
  remove(productCode: string): Promise<unknown>
  silence(): Promise<unknown>
}

/** Describes the contract of every catalogue. */
export function describeBundleSource(name: string, open: (timeout: TimeoutName) => Promise<BundleSourceFixture>): void {
  describe(`${name} as a source of bundles`, () => {
    it('returns their contents, validity and price', async () => {
      const { source, examples } = await open('usual')
      const bundles = await source.bundles()
      for (const example of examples) {
        expect(bundles.find(({ productCode }) => productCode === example.productCode)).toEqual(example)
      }
    })

    it('returns each of them once', async () => {
      const { source } = await open('usual')
      const codes = (await source.bundles()).map(({ productCode }) => productCode)
      expect(new Set(codes).size).toBe(codes.length)
    })

    it('omits those that are not sold any more', async () => {
      const { source, examples, remove } = await open('usual')
      const { productCode = '' } = examples[0] ?? {}
      await remove(productCode)
      expect((await source.bundles()).map((bundle) => bundle.productCode)).not.toContain(productCode)
    })

    it('throws when the BSS is silent', async () => {
      const { source, silence } = await open('short')
      await silence()
      await expect(source.bundles()).rejects.toMatchObject({ code: 'provider_unreachable' })
    })
  })
}
