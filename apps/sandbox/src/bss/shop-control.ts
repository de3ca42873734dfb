import type { FastifyInstance } from 'fastify'
import { BadBody, numberIn, objectIn, oneOf, textIn } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
import type { BundleSeed } from '../seed/bundle-seed.ts'
import { offerBundle } from '../seed/seed-catalogue.ts'
import { grantUsedBundle, type UsedBundle } from './bundle.ts'
import { lineOf } from './line.ts'
import { viewLine } from './line-view.ts'
import type { Bss } from './tmf-routes.ts'

const years = 24 * 365 * 10
const services = ['data', 'social', 'mixed', 'HBB'] as const

/** What is for sale, and what lines have of it. */
export function addShopControl(control: FastifyInstance, { store, world }: Bss): void {
  control.post<{ Params: { msisdn: string } }>('/lines/:msisdn/bundles', async ({ params, body }, reply) => {
    const used = readUsed(params.msisdn, objectIn(body))
    if (lineOf(store, used.msisdn) === undefined) throw new BadBody(`There is no line ${used.msisdn}`)
    if (grantUsedBundle(store, used, world.now()) === undefined) throw new BadBody(`There is no bundle ${used.code}`)
    return reply.code(201).send(viewLine(store, used.msisdn))
  })
  control.post('/offerings', async ({ body }, reply) => {
    const bundles = readMany(objectIn(body))
    for (const bundle of bundles) offerBundle(store, bundle, world.now().toISOString())
    return reply.code(201).send({ offered: bundles.length })
  })
}

function readUsed(msisdn: string, body: JsonObject): UsedBundle {
  return {
    msisdn,
    code: textIn(body, 'code'),
    boughtHoursAgo: body.boughtHoursAgo === undefined ? 1 : numberIn(body, 'boughtHoursAgo', { min: 0, max: years }),
    left: body.left === undefined ? 1 : numberIn(body, 'left', { min: 0, max: 1 }),
  }
}

const lengths = [
  { periodType: 'Daily', days: 1 },
  { periodType: 'Weekly', days: 7 },
  { periodType: 'Monthly', days: 30 },
  { periodType: 'Weekend', days: 2 },
] as const

/** Bundles as a large catalogue has them: of each length in turn, each a little larger and dearer than the one before. */
function readMany(body: JsonObject): BundleSeed[] {
  const prefix = textIn(body, 'prefix')
  const service = oneOf(body, 'service', services)
  return Array.from({ length: numberIn(body, 'count', { min: 1, max: 2000 }) }, (_, at) => {
    const length = lengths[at % lengths.length] ?? lengths[0]
    const gigabytes = at + 1
    return {
      code: `${prefix}-${gigabytes}`,
      name: `${length.periodType} ${gigabytes}GB`,
      description: `${gigabytes} GB of data`,
      category: service === 'HBB' ? 'router' : service,
      data: [gigabytes, 'GB'],
      lineType: 'PREPAID',
      service,
      price: 1_000 + gigabytes * 50,
      ...length,
    }
  })
}
