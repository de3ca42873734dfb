import { expect, it } from 'vitest'
import type { FoundSites, Site } from './site.ts'
import { Sites } from './sites.ts'

const site: Site = { title: 'Hill 1', latitude: -14, longitude: 33.7, technologies: ['2g'], checkedOn: '2026-11-15' }

function listOf(first: FoundSites) {
  let found = first
  let change = () => {}
  const errors: string[] = []
  const sites = new Sites({
    source: {
      read: async () => found,
      watch: (changed) => {
        change = changed
        return () => {
          change = () => {}
        }
      },
    },
    log: { error: (message) => errors.push(message) },
  })
  return {
    sites,
    errors,
    change(next: FoundSites) {
      found = next
      change()
    },
  }
}

it('shows the list as it is now', async () => {
  const { sites, change } = listOf({ sites: [site], faults: [] })
  await sites.load()
  expect(sites.map.sites).toEqual([site])
  change({ sites: [site, { ...site, title: 'Hill 2' }], faults: [] })
  await sites.close()
  expect(sites.map.sites).toHaveLength(2)
})

it('keeps the earlier list when the next one has a fault, and names it', async () => {
  const { sites, change, errors } = listOf({ sites: [site], faults: [] })
  await sites.load()
  change({ sites: [], faults: ['sites.csv, line 3: title is empty'] })
  await sites.close()
  expect(sites.map.sites).toEqual([site])
  expect(errors).toEqual(['Sites stay as they were\nsites.csv, line 3: title is empty'])
})

it('follows nothing once it is closed', async () => {
  const { sites, change } = listOf({ sites: [site], faults: [] })
  await sites.load()
  await sites.close()
  change({ sites: [], faults: [] })
  expect(sites.map.sites).toEqual([site])
})
