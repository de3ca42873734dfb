import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { LeadService, LeadToSubmit } from './lead-service.ts'

/** Changes that the operator makes to a lead. */
export type ServiceMove =
  | { readonly to: 'checked' | 'installed' }
  | { readonly to: 'scheduled'; readonly at: number }
  | { readonly to: 'on_hold' | 'refused' | 'cancelled'; readonly reason: string }
  /** A state that is not documented. */
  | { readonly to: 'nowhere' }

export interface LeadServiceFixture {
  readonly service: LeadService
  readonly planCode: string
  move(bssReference: string, move: ServiceMove): Promise<unknown>
  /** Injects a fault into the answer to the next lead. */
  spoil(fault: 'lost before' | 'lost after' | 'broken' | 'broken page' | 'garbled'): Promise<unknown>
  /** All further reads remain unanswered. */
  silence(): Promise<unknown>
  /** Returns a lead that the BSS refuses. */
  unwanted(lead: LeadToSubmit): LeadToSubmit
  /** Returns everything that the BSS itself stores under this reference, as text. */
  kept(reference: string): Promise<readonly string[]>
}

const at = Date.UTC(2026, 10, 20, 8)
let handed = 0

function leadFor({ planCode }: LeadServiceFixture, kind: LeadToSubmit['kind'] = 'order'): LeadToSubmit {
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

/** Describes the contract of every system that stores leads. */
export function describeLeadService(name: string, open: (timeout: TimeoutName) => Promise<LeadServiceFixture>): void {
  describe(`${name} as a lead service`, () => {
    it('stores an order under our reference, with everything that a technician needs', async () => {
      const fixture = await open('usual')
      const lead = leadFor(fixture)
      const result = await fixture.service.submit(lead)
      expect(result).toMatchObject({
        outcome: 'submitted',
        bssReference: expect.any(String),
        statusUpdate: { stage: 'received' },
      })

      const [kept = '', ...others] = await fixture.kept(lead.reference)
      expect(others).toEqual([])
      const needed = [
        'Jane Banda',
        '991234567',
        'jane@example.com',
        'Plot 12, Area 47',
        'Behind the market',
        'Lilongwe',
      ]
      const proof = ['-13.9669', '33.7873', fixture.planCode, '65000.5', 'You may call me', '2026-11-20T08:00:00.000Z']
      for (const fact of [...needed, ...proof]) expect(kept).toContain(fact)
    })

    it('stores an order without e-mail, landmark and point', async () => {
      const fixture = await open('usual')
      const { email: _none, address, ...lead } = leadFor(fixture)
      const { street1, city, country } = address
      expect(await fixture.service.submit({ ...lead, address: { street1, city, country } })).toMatchObject({
        outcome: 'submitted',
      })
      expect((await fixture.kept(lead.reference)).join()).not.toContain('undefined')
    })

    it('stores the notes on the way, where there is no point on the map', async () => {
      const fixture = await open('usual')
      const { address, ...lead } = leadFor(fixture)
      const { street1, city, country } = address
      const named = { ...lead, reference: `${lead.reference}-A`, address: { street1, city, country, area: 'Area 47' } }
      await fixture.service.submit(named)
      expect((await fixture.kept(named.reference)).join()).toContain('area: Area 47')
      const called = {
        ...named,
        reference: `${lead.reference}-B`,
        address: { street1, city, country, point: 'by_call' },
      } as const
      await fixture.service.submit(called)
      expect((await fixture.kept(called.reference)).join()).toContain('call for the way')
    })

    it('stores an interest separately from orders', async () => {
      const fixture = await open('usual')
      const lead = leadFor(fixture, 'interest')
      expect(await fixture.service.submit(lead)).toMatchObject({
        outcome: 'submitted',
        statusUpdate: { stage: 'interested' },
      })
      expect(await fixture.service.findByReference(lead.reference)).toMatchObject({
        statusUpdate: { stage: 'interested' },
      })
    })

    it('finds an order by our reference or its own', async () => {
      const fixture = await open('usual')
      const lead = leadFor(fixture)
      await fixture.service.submit(leadFor(fixture))
      const result = await fixture.service.submit(lead)
      const { outcome: _done, ...submitted } = result
      expect(await fixture.service.findByReference(lead.reference)).toEqual(submitted)
      if ('statusUpdate' in result)
        expect(await fixture.service.getStatusUpdate(result.bssReference)).toEqual(result.statusUpdate)
      expect.hasAssertions()
    })

    it('does not know other references', async () => {
      const { service } = await open('usual')
      expect(await service.findByReference('HB-NOBODY00')).toBeUndefined()
      expect(await service.getStatusUpdate('nobody')).toBeUndefined()
    })

    it('reports a refusal', async () => {
      const fixture = await open('usual')
      const lead = fixture.unwanted(leadFor(fixture))
      const result = await fixture.service.submit(lead)
      expect(result).toMatchObject({ outcome: 'refused', reason: expect.any(String) })
      expect(JSON.stringify(result)).not.toContain(lead.msisdn)
    })

    it("reports an order's stage, its reason and its installation day", async () => {
      const fixture = await open('usual')
      const submitted = await fixture.service.submit(leadFor(fixture))
      const bssReference = 'bssReference' in submitted ? submitted.bssReference : ''
      const day = Date.UTC(2026, 10, 30, 6)
      const moves = [
        [{ to: 'checked' }, {}],
        [{ to: 'scheduled', at: day }, { scheduledFor: day }],
        [{ to: 'on_hold', reason: 'The road is closed' }, { reason: 'The road is closed' }],
        [{ to: 'refused', reason: 'No room on the mast' }, { reason: 'No room on the mast' }],
        [{ to: 'cancelled', reason: 'They have moved' }, { reason: 'They have moved' }],
        [{ to: 'installed' }, {}],
      ] as const
      for (const [move, shown] of moves) {
        await fixture.move(bssReference, move)
        const statusUpdate = await fixture.service.getStatusUpdate(bssReference)
        expect(statusUpdate).toEqual({ stage: move.to, at: expect.any(Number), ...shown })
      }
    })

    it('reports no change for an undocumented stage', async () => {
      const fixture = await open('usual')
      const lead = leadFor(fixture)
      const submitted = await fixture.service.submit(lead)
      const bssReference = 'bssReference' in submitted ? submitted.bssReference : ''
      await fixture.move(bssReference, { to: 'nowhere' })
      expect(await fixture.service.getStatusUpdate(bssReference)).toBeUndefined()
      expect(await fixture.service.findByReference(lead.reference)).toMatchObject({
        bssReference,
        statusUpdate: { stage: 'received' },
      })
    })

    it.each(faults)('stores an order although its answer was %s, and finds it by reference', async (fault, code) => {
      const fixture = await open(fault === 'lost after' ? 'short' : 'usual')
      const lead = leadFor(fixture)
      await fixture.spoil(fault)
      const error = await fixture.service.submit(lead).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'PortalError', code })
      expect(String(error)).not.toContain(lead.msisdn)
      expect(await fixture.service.findByReference(lead.reference)).toMatchObject({
        statusUpdate: { stage: 'received' },
      })
      expect(await fixture.kept(lead.reference)).toHaveLength(1)
    })

    it.each(['lost before', 'broken page'] as const)('stores nothing after a request that was %s', async (fault) => {
      const fixture = await open('usual')
      const lead = leadFor(fixture)
      await fixture.spoil(fault)
      await expect(fixture.service.submit(lead)).rejects.toMatchObject({ code: 'provider_unreachable' })
      expect(await fixture.service.findByReference(lead.reference)).toBeUndefined()
    })

    it('throws when it does not answer', async () => {
      const fixture = await open('short')
      await fixture.silence()
      await expect(fixture.service.findByReference('HB-00000001')).rejects.toMatchObject({
        code: 'provider_unreachable',
      })
      await expect(fixture.service.getStatusUpdate('LD-1')).rejects.toMatchObject({ code: 'provider_unreachable' })
    })
  })
}
