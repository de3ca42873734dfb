import { existsSync } from 'node:fs'
import path from 'node:path'
import { isTechnology } from '@nyanja/domain/places/coverage'
import { z } from 'zod'
import type { Bounds } from '../../places/check-places.ts'
import type { Site, SiteSource } from '../../places/site.ts'
import { watchFolder } from '../watch-folder.ts'
import { readTable } from './read-table.ts'
import { point, text } from './row-rules.ts'

const file = 'sites.csv'

export interface SiteFilesOptions {
  /** Holds the list as a CSV file. */
  readonly folder: string
  readonly bounds: Bounds
}

/** Sites as the operator's planners keep them: one in a line, what it sends as `2G|3G|4G`. */
export function createSiteFiles({ folder, bounds }: SiteFilesOptions): SiteSource {
  const rule = { columns: ['title', 'latitude', 'longitude', 'technologies', 'checked'], schema: siteRule(bounds) }
  const place = path.join(folder, file)

  return {
    async read() {
      if (!existsSync(place)) return undefined
      const { rows, faults } = await readTable(place, rule)
      return { sites: rows.map(({ row }) => row), faults }
    },

    watch: (changed) => (existsSync(folder) ? watchFolder(folder, changed) : () => {}),
  }
}

const technologies = z.string().transform((written, context) => {
  const named = written.split('|').map((one) => one.trim().toLowerCase())
  const known = named.filter(isTechnology)
  if (known.length > 0 && known.length === named.length) return known
  context.addIssue(`“${written}” is not of 2G, 3G, 4G and 5G, with | between them`)
  return z.NEVER
})

const calendarDay = z
  .string()
  .refine((written) => /^\d{4}-\d{2}-\d{2}$/.test(written) && Number.isFinite(Date.parse(written)), {
    error: 'is no day such as 2026-11-15',
  })

function siteRule({ south, west, north, east }: Bounds) {
  return z
    .object({ title: text(80), ...point, technologies, checked: calendarDay })
    .refine(
      ({ latitude, longitude }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
      {
        path: ['latitude'],
        error: 'and longitude lie outside the country: is a minus sign missing, or are they in the wrong order?',
      },
    )
    .transform(({ checked, ...site }): Site => ({ ...site, checkedOn: checked }))
}
