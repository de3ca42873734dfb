import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { Patience } from '../patience.contract.ts'
import type { LeadDesk, LeadToHandIn } from './lead-desk.ts'

/** What the operator's people make of a lead. */
export type DeskMove =
  | { readonly to: 'checked' | 'installed' }
  | { readonly to: 'scheduled'; readonly at: number }
  | { readonly to: 'on_hold' | 'refused' | 'cancelled'; readonly reason: string }
  /** Somewhere that nobody has told us about. */
  | { readonly to: 'nowhere' }

export interface LeadDeskBench {
  readonly desk: LeadDesk
  readonly planCode: string
  move(bssReference: string, move: DeskMove): Promise<unknown>
  /** How the answer to the next lead goes wrong. */
  spoil(fault: 'lost before' | 'lost after' | 'broken' | 'broken page' | 'garbled'): Promise<unknown>
  /** Reading goes unanswered from now on. */
  silence(): Promise<unknown>
  /** A lead that the BSS will not have. */
  unwanted(lead: LeadToHandIn): LeadToHandIn
  /** Everything that the BSS itself holds under this reference, as text. */
  kept(reference: string): Promise<readonly string[]>
}

const at = Date.UTC(2026, 10, 20, 8)
let handed = 0

function leadFor({ planCode }: LeadDeskBench, kind: LeadToHandIn['kind'] = 'order'): LeadToHandIn {
  handed += 1
  return {
    reference: `HB-${String(handed).padStart(8, '0')}`,
    kind,
    source: 'WEBPORTAL',
    fullName: 'Jane Banda',
    msisdn: '991234567',
    email: 'jane@example.com',
    address: {
      street1: 'Plot 12, Area 47',
      landmark: 'Behind the market',
      city: 'Lilongwe',
      country: 'MW',
      lat: -13.9669,
      lng: 33.7873,
      point: 'by_hand',
    },
    plan: { code: planCode, description: 'Home 150GB', amount: money('MWK', 6_500_050) },
    consent: { at, text: 'You may call me about this order.' },
  }
}

const faults = [
  ['lost after', 'provider_unreachable'],
  ['broken', 'provider_unreachable'],
  ['garbled', 'provider_broke_contract'],
] as const

/** True of every place where the operator's people keep leads. */
export function describeLeadDesk(name: string, open: (patience: Patience) => Promise<LeadDeskBench>): void {
  describe(`${name} keeps orders for internet at home`, () => {
    it('under our reference, with everything that a technician needs', async () => {
      const bench = await open('usual')
      const lead = leadFor(bench)
      const result = await bench.desk.handIn(lead)
      expect(result).toMatchObject({
        outcome: 'handed_in',
        bssReference: expect.any(String),
        news: { stage: 'received' },
      })

      const [kept = '', ...others] = await bench.kept(lead.reference)
      expect(others).toEqual([])
      const needed = [
        'Jane Banda',
        '991234567',
        'jane@example.com',
        'Plot 12, Area 47',
        'Behind the market',
        'Lilongwe',
      ]
      const proof = ['-13.9669', '33.7873', bench.planCode, '65000.5', 'You may call me', '2026-11-20T08:00:00.000Z']
      for (const words of [...needed, ...proof]) expect(kept).toContain(words)
    })

    it('from a visitor who gave no e-mail, landmark or point', async () => {
      const bench = await open('usual')
      const { email: _none, address, ...lead } = leadFor(bench)
      const { street1, city, country } = address
      expect(await bench.desk.handIn({ ...lead, address: { street1, city, country } })).toMatchObject({
        outcome: 'handed_in',
      })
      expect((await bench.kept(lead.reference)).join()).not.toContain('undefined')
    })

    it('with what was said of the way, where there is no point on the map', async () => {
      const bench = await open('usual')
      const { address, ...lead } = leadFor(bench)
      const { street1, city, country } = address
      const named = { ...lead, reference: `${lead.reference}-A`, address: { street1, city, country, area: 'Area 47' } }
      await bench.desk.handIn(named)
      expect((await bench.kept(named.reference)).join()).toContain('area: Area 47')
      const called = {
        ...named,
        reference: `${lead.reference}-B`,
        address: { street1, city, country, point: 'by_call' },
      } as const
      await bench.desk.handIn(called)
      expect((await bench.kept(called.reference)).join()).toContain('call for the way')
    })

    it('apart from the interest of somebody who cannot be served yet', async () => {
      const bench = await open('usual')
      const lead = leadFor(bench, 'interest')
      expect(await bench.desk.handIn(lead)).toMatchObject({ outcome: 'handed_in', news: { stage: 'interested' } })
      expect(await bench.desk.readBack(lead.reference)).toMatchObject({ news: { stage: 'interested' } })
    })

    it('and can be asked for one by our reference or its own', async () => {
      const bench = await open('usual')
      const lead = leadFor(bench)
      await bench.desk.handIn(leadFor(bench))
      const result = await bench.desk.handIn(lead)
      const { outcome: _done, ...handedIn } = result
      expect(await bench.desk.readBack(lead.reference)).toEqual(handedIn)
      if ('news' in result) expect(await bench.desk.newsOf(result.bssReference)).toEqual(result.news)
      expect.hasAssertions()
    })

    it('and has never heard of others', async () => {
      const { desk } = await open('usual')
      expect(await desk.readBack('HB-NOBODY00')).toBeUndefined()
      expect(await desk.newsOf('nobody')).toBeUndefined()
    })

    it('or says plainly that it will not have it', async () => {
      const bench = await open('usual')
      const lead = bench.unwanted(leadFor(bench))
      const result = await bench.desk.handIn(lead)
      expect(result).toMatchObject({ outcome: 'refused', reason: expect.any(String) })
      expect(JSON.stringify(result)).not.toContain(lead.msisdn)
    })

    it('and says how one goes on, why it waits or ends and when somebody comes', async () => {
      const bench = await open('usual')
      const handedIn = await bench.desk.handIn(leadFor(bench))
      const bssReference = 'bssReference' in handedIn ? handedIn.bssReference : ''
      const day = Date.UTC(2026, 10, 30, 6)
      const ways = [
        [{ to: 'checked' }, {}],
        [{ to: 'scheduled', at: day }, { scheduledFor: day }],
        [{ to: 'on_hold', reason: 'The road is closed' }, { reason: 'The road is closed' }],
        [{ to: 'refused', reason: 'No room on the mast' }, { reason: 'No room on the mast' }],
        [{ to: 'cancelled', reason: 'They have moved' }, { reason: 'They have moved' }],
        [{ to: 'installed' }, {}],
      ] as const
      for (const [move, said] of ways) {
        await bench.move(bssReference, move)
        const news = await bench.desk.newsOf(bssReference)
        expect(news).toEqual({ stage: move.to, at: expect.any(Number), ...said })
      }
    })

    it('and has no news of one that went where nobody told us about', async () => {
      const bench = await open('usual')
      const lead = leadFor(bench)
      const handedIn = await bench.desk.handIn(lead)
      const bssReference = 'bssReference' in handedIn ? handedIn.bssReference : ''
      await bench.move(bssReference, { to: 'nowhere' })
      expect(await bench.desk.newsOf(bssReference)).toBeUndefined()
      expect(await bench.desk.readBack(lead.reference)).toMatchObject({ bssReference, news: { stage: 'received' } })
    })

    it.each(faults)('though its answer was %s, and finds it when it reads back', async (fault, code) => {
      const bench = await open(fault === 'lost after' ? 'short' : 'usual')
      const lead = leadFor(bench)
      await bench.spoil(fault)
      const error = await bench.desk.handIn(lead).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'PortalError', code })
      expect(String(error)).not.toContain(lead.msisdn)
      expect(await bench.desk.readBack(lead.reference)).toMatchObject({ news: { stage: 'received' } })
      expect(await bench.kept(lead.reference)).toHaveLength(1)
    })

    it.each(['lost before', 'broken page'] as const)('or nothing under a request that was %s', async (fault) => {
      const bench = await open('usual')
      const lead = leadFor(bench)
      await bench.spoil(fault)
      await expect(bench.desk.handIn(lead)).rejects.toMatchObject({ code: 'provider_unreachable' })
      expect(await bench.desk.readBack(lead.reference)).toBeUndefined()
    })

    it('but does not take silence for an answer', async () => {
      const bench = await open('short')
      await bench.silence()
      await expect(bench.desk.readBack('HB-00000001')).rejects.toMatchObject({ code: 'provider_unreachable' })
      await expect(bench.desk.newsOf('LD-1')).rejects.toMatchObject({ code: 'provider_unreachable' })
    })
  })
}
