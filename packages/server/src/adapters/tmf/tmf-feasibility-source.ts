import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { z } from 'zod'
import type { LeadAddress } from '../../leads/lead.ts'
import type { FeasibilityResult, FeasibilitySource } from '../../leads/town-feasibility.ts'
import { fold, meaningOf } from './profile.ts'
import { createTmfClient, type TmfOptions, type TmfResource } from './tmf-client.ts'
import { Id, idAtEnd, listOf, spare, Text } from './tmf-values.ts'

const resource: TmfResource = { api: 'qualification', name: 'checkServiceQualification' }
// The pauses, short because a visitor waits for the answer.
const pollPausesMs = [250, 750, 2000, 2000]
const running = ['accepted', 'acknowledged', 'inprogress']

const Item = z.object({
  qualificationResult: spare(Text),
  eligibilityUnavailabilityReason: listOf(z.object({ label: spare(Text) })),
})
const Check = z
  .object({
    id: spare(Id),
    href: spare(z.string()),
    state: spare(Text),
    qualificationResult: spare(Text),
    serviceQualificationItem: listOf(Item),
  })
  .transform(({ id, href, ...check }) => ({ ...check, id: id ?? idAtEnd(href) }))
type Check = z.infer<typeof Check>

/** Results for other services are ignored. */
const outcomes: Readonly<Record<string, 'feasible' | 'not_feasible'>> = {
  qualified: 'feasible',
  unqualified: 'not_feasible',
  alternate: 'not_feasible',
}

export function createTmfFeasibilitySource(options: TmfOptions): FeasibilitySource {
  const { pause = sleep, timeoutMs = 10_000 } = options
  const client = createTmfClient(options)

  async function decided(place: Parameters<FeasibilitySource['check']>[0]): Promise<Check | undefined> {
    const endsAt = performance.now() + timeoutMs
    const answer = await client.post(resource, checkBody(client.profile.leads.service, place), Check)
    if (!answer.ok) return undefined
    const id = answer.value?.id ?? answer.id
    let check = answer.value
    for (const pauseMs of pollPausesMs) {
      // An answer without a body is a task that has just begun.
      const isRunning = check === undefined || running.includes(fold(check.state ?? ''))
      if (!isRunning || id === undefined || performance.now() + pauseMs >= endsAt) return check
      await pause(pauseMs)
      check = await client.find(resource, id, Check)
    }
    return check
  }

  return {
    async check(place) {
      try {
        return resultOf(await decided(place))
      } catch (error) {
        if (error instanceof PortalError) return { outcome: 'unknown' }
        throw error
      }
    },
  }
}

function checkBody(service: string, { id, ...address }: LeadAddress & { readonly id: string }): object {
  return {
    externalId: id,
    instantSyncQualification: true,
    provideUnavailabilityReason: true,
    serviceQualificationItem: [
      { id: '1', service: { serviceSpecification: { id: service }, place: [placeOf(address)] } },
    ],
  }
}

function placeOf({ city, street1, country, lat, lng }: LeadAddress): object {
  const place = { '@type': 'GeographicAddress', role: 'installation', city, streetName: street1, country }
  if (lat === undefined || lng === undefined) return place
  // GeoJSON has the longitude first.
  const geoJson = { type: 'Point', coordinates: [lng, lat] }
  return { ...place, geographicLocation: { '@type': 'GeoJsonPoint', geoJson } }
}

function resultOf(check: Check | undefined): FeasibilityResult {
  const [item] = check?.serviceQualificationItem ?? []
  const result = item?.qualificationResult ?? check?.qualificationResult ?? ''
  const outcome = fold(check?.state ?? '') === 'done' ? meaningOf(outcomes, result) : undefined
  if (outcome !== 'not_feasible') return { outcome: outcome ?? 'unknown' }
  const reason = item?.eligibilityUnavailabilityReason?.find(({ label }) => label !== undefined)?.label
  return { outcome, ...(reason !== undefined && { reason }) }
}
