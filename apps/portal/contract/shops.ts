import { z } from 'zod'
import { CmsQuery } from './content.ts'
import type { Operation } from './fields.ts'

const coordinate = (most: number) => z.coerce.number().min(-most).max(most)

const ShopResponse = z.object({
  shop: z.string(),
  title: z.string(),
  phyLocation: z.string(),
  phNumber: z.string(),
  // The spelling is the spec's own.
  location: z.object({ latitue: z.number(), longitude: z.number() }),
  /** Kilometres from the requested point. */
  distance: z.number(),
  /** The field is for the channel's own use; nothing is chosen yet. */
  selected: z.literal(false),
  latitude: z.number(),
  longitude: z.number(),
})

export type ShopResponse = z.infer<typeof ShopResponse>

export const shopsByCoordinates = {
  method: 'GET',
  path: '/cms/maps/nyanjashopsbycoordinates',
  summary: 'Shops around a point, the nearest first',
  input: CmsQuery.extend({
    longitude: coordinate(180),
    latitude: coordinate(90),
    distanceInKilometers: z.coerce.number().positive().max(1000).default(100),
  }),
  // The spec's whole answer is the list.
  answer: z.array(ShopResponse),
  failures: ['bad_request'],
  isForClients: false,
  takesKey: false,
  takesLanguage: true,
} satisfies Operation

/** A site in the spec's wire form, with the spec's flags. */
export interface SiteResponse {
  readonly title: string
  readonly latitude: number
  readonly longitude: number
  readonly technology: {
    readonly _2Gservice: boolean
    readonly _3Gservice: boolean
    readonly _4Gservice: boolean
    readonly _5Gservice: boolean
  }
}
