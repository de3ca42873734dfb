import { type LineType, lineTypes } from '@nyanja/domain/numbers/msisdn'
import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { LineSource } from './lines.ts'

export interface LineSourceFixture {
  readonly lines: LineSource
  /** The numbers as the BSS has them. */
  readonly numbers: Readonly<Record<'withBundles' | 'unknown', string>> &
    Readonly<Partial<Record<LineType | 'broadband', string>>>
  /** The BSS stops answering. */
  silence(): Promise<unknown>
  /** The BSS sends invalid answers. */
  garble(): Promise<unknown>
}

interface LineHabits {
  /** The types of line that the BSS has. */
  readonly types?: readonly LineType[]
  /** Whether the BSS tells routers from phones. */
  readonly hasRouters?: boolean
}

/** Describes the contract of every source of lines. */
export function describeLineSource(
  name: string,
  open: (timeout: TimeoutName) => Promise<LineSourceFixture>,
  { types = lineTypes, hasRouters = true }: LineHabits = {},
): void {
  describe(`${name} as a source of lines`, () => {
    it.each(types)('returns lines of the type %s', async (lineType) => {
      const { lines, numbers } = await open('usual')
      expect(await lines.lineOf(numbers[lineType] ?? '')).toEqual({ found: true, lineType, isBroadband: false })
    })

    it.runIf(hasRouters)('returns routers', async () => {
      const { lines, numbers } = await open('usual')
      expect(await lines.lineOf(numbers.broadband ?? '')).toMatchObject({ found: true, isBroadband: true })
    })

    it('does not mistake a bundle for a line', async () => {
      const { lines, numbers } = await open('usual')
      expect(await lines.lineOf(numbers.withBundles)).toEqual({ found: true, lineType: 'PREPAID', isBroadband: false })
    })

    it('reports a number without a line', async () => {
      const { lines, numbers } = await open('usual')
      expect(await lines.lineOf(numbers.unknown)).toEqual({ found: false })
    })

    it('throws when the BSS is silent', async () => {
      const { lines, numbers, silence } = await open('short')
      await silence()
      await expect(lines.lineOf(numbers.withBundles)).rejects.toMatchObject({ code: 'provider_unreachable' })
    })

    it('throws for invalid answers', async () => {
      const { lines, numbers, garble } = await open('usual')
      await garble()
      await expect(lines.lineOf(numbers.withBundles)).rejects.toMatchObject({ code: 'provider_broke_contract' })
    })
  })
}
