import { isJsonObject, type JsonObject, numberAt, objectsAt, textAt } from '../../core/bodies.ts'
import type { BssOperation } from '../bss-operation.ts'
import type { Row } from '../collection.ts'
import { answerOf, areaNamed, isWithin, type Point } from '../coverage-area.ts'
import type { Store } from '../store.ts'

const outside = { code: 'NO_COVERAGE', label: 'No 4G signal' }

/** Decides for every item whether the service is available at its address. */
export const qualify: BssOperation = {
  operation: 'qualification',
  stateField: 'state',
  states: { open: 'inProgress', completed: 'done', failed: 'terminatedWithError' },
  answersOpen: false,
  eventName: 'checkServiceQualification',

  msisdnOf: () => undefined,

  perform(store, row, now) {
    const wantsReason = row.provideUnavailabilityReason === true
    const items = objectsAt(row, 'serviceQualificationItem').map((item) => answered(store, item, wantsReason))
    const worst = items.map(resultOf).find((result) => result !== 'qualified') ?? 'qualified'
    return {
      done: true,
      changes: {
        serviceQualificationItem: items,
        qualificationResult: worst,
        effectiveQualificationDate: now.toISOString(),
      },
    }
  },
}

function answered(store: Store, item: JsonObject, wantsReason: boolean): JsonObject {
  const result = resultAt(store, placeOf(item))
  const isRefused = result === 'unqualified'
  return {
    ...item,
    state: 'done',
    qualificationResult: result,
    ...(isRefused && wantsReason && { eligibilityUnavailabilityReason: [outside] }),
    ...(result === 'alternate' && {
      alternateServiceProposal: [{ id: '1', alternateService: { name: 'Mobile router' } }],
    }),
  }
}

/** A town name alone is accepted; a point next to it must be within the town. */
function resultAt(store: Store, place: JsonObject): string {
  const area = areaNamed(store, textAt(place, 'city') ?? '')
  if (area === undefined) return 'unqualified'
  const point = pointOf(place)
  return point === undefined || isWithin(area, point) ? answerOf(area) : 'unqualified'
}

function placeOf(item: JsonObject): JsonObject {
  const { service } = item
  return (isJsonObject(service) ? objectsAt(service, 'place')[0] : undefined) ?? {}
}

/** GeoJSON has the longitude first. */
function pointOf({ geographicLocation }: JsonObject): Point | undefined {
  const geoJson = isJsonObject(geographicLocation) ? geographicLocation.geoJson : undefined
  const coordinates = isJsonObject(geoJson) && Array.isArray(geoJson.coordinates) ? geoJson.coordinates : []
  const [longitude, latitude] = coordinates.map((each) => numberAt({ each }, 'each'))
  return longitude === undefined || latitude === undefined ? undefined : { latitude, longitude }
}

const resultOf = (row: Row | JsonObject): string => textAt(row, 'qualificationResult') ?? ''
