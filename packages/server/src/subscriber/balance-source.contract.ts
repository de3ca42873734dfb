import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { BalanceSource } from './balances.ts'

export interface BalanceSourceFixture {
  readonly balances: BalanceSource
  readonly numbers: {
    /** A line with airtime and an active data bundle. */
    readonly busy: string
    /** A line with unlimited data. */
    readonly unlimited: string
    /** A line with an expired bundle. */
    readonly ended: string
  }
  silence(): Promise<unknown>
}

/** Describes the contract of every source of balances. */
export function describeBalanceSource(
  name: string,
  open: (timeout: TimeoutName) => Promise<BalanceSourceFixture>,
): void {
  describe(`${name} as a source of balances`, () => {
    it('returns airtime and bundles', async () => {
      const { balances, numbers } = await open('usual')
      const entries = await balances.balancesOf(numbers.busy)
      expect(entries).toContainEqual(
        expect.objectContaining({ serviceType: 'AIRTIME', balance: expect.stringMatching(/^\d+(\.\d{1,2})?$/) }),
      )
      expect(entries).toContainEqual(expect.objectContaining({ serviceType: 'DATA', endsAt: expect.any(Number) }))
    })

    it('returns no figure for unlimited buckets', async () => {
      const { balances, numbers } = await open('usual')
      const entry = (await balances.balancesOf(numbers.unlimited)).find(({ serviceType }) => serviceType === 'DATA')
      expect(entry).toBeDefined()
      expect(entry?.balance).toBeUndefined()
    })

    it('omits expired buckets', async () => {
      const { balances, numbers } = await open('usual')
      const entries = await balances.balancesOf(numbers.ended)
      expect(entries.map(({ serviceType }) => serviceType)).toEqual(['AIRTIME'])
    })

    it('throws when the BSS is silent', async () => {
      const { balances, numbers, silence } = await open('short')
      await silence()
      await expect(balances.balancesOf(numbers.busy)).rejects.toMatchObject({ code: 'provider_unreachable' })
    })
  })
}
