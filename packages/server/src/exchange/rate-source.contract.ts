import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { RateSource } from './exchange.ts'

export interface RateFixture {
  readonly source: RateSource
  move(rate: string): Promise<unknown>
  silence(): Promise<unknown>
  garble(): Promise<unknown>
}

/** Describes the contract of every source of exchange rates. */
export function describeRateSource(name: string, open: (timeout: TimeoutName) => Promise<RateFixture>): void {
  describe(`${name} as a source of exchange rates`, () => {
    it('returns the rate to the hundredth', async () => {
      const { source, move } = await open('usual')
      await move('2850.25')
      expect(await source.rate()).toEqual({ one: 'USD', costs: money('CDF', 285_025) })
    })

    it.each(['0', '-2850', 'N/A', '1e3'])('refuses %j as a rate', async (nonsense) => {
      const { source, move } = await open('usual')
      await move(nonsense)
      await expect(source.rate()).rejects.toMatchObject({ code: 'provider_broke_contract' })
    })

    it('throws without an answer', async () => {
      const { source, silence } = await open('short')
      await silence()
      await expect(source.rate()).rejects.toMatchObject({ code: 'provider_unreachable' })
    })

    it('throws for an unreadable answer', async () => {
      const { source, garble } = await open('usual')
      await garble()
      await expect(source.rate()).rejects.toMatchObject({ code: 'provider_broke_contract' })
    })
  })
}
