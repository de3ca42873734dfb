import { z } from 'zod'

const list = z.string().transform((names) => names.split(',').map((name) => name.trim()))

/** Who finds addresses: our own tables, or a service over somebody's map. */
export const geocoderSettings = {
  GEOCODER: z.enum(['gazetteer', 'photon', 'nominatim']).default('gazetteer'),
  GEOCODER_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  GEOCODER_CREDIT: z.string().min(1).default('© OpenStreetMap contributors'),
  GEOCODER_LANGUAGES: list.default(['en']),
  GEOCODER_PAUSE_MS: z.coerce.number().int().min(0).default(1000),
}

const Settings = z.object(geocoderSettings)

/** Undefined: our own tables. */
export function geocoderOf(env: z.infer<typeof Settings>) {
  const { GEOCODER: name, GEOCODER_URL: baseUrl } = env
  if (name === 'gazetteer' || baseUrl === undefined) return undefined
  const common = { baseUrl, credit: env.GEOCODER_CREDIT }
  return name === 'photon'
    ? ({ name, ...common, languages: env.GEOCODER_LANGUAGES } as const)
    : ({ name, ...common, everyMs: env.GEOCODER_PAUSE_MS } as const)
}

export function faultsOfGeocoder({ GEOCODER, GEOCODER_URL }: z.infer<typeof Settings>): string[] {
  return GEOCODER === 'gazetteer' || GEOCODER_URL !== undefined ? [] : [`✖ GEOCODER_URL must be set for ${GEOCODER}`]
}
