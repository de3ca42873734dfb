import { expect, it } from 'vitest'
import type { FoundSites, Site, SiteSource } from './site-map.ts'
import { Sites } from './sites.ts'

const site: Site = { title: 'Hill 1', latitude: -14, longitude: 33.7, technologies: ['2g'], checkedOn: '2026-11-15' }

function listOf(first: FoundSites | undefined) {
  let read: SiteSource['read'] = async () => first
  let change = () => {}
  const errors: string[] = []
  const sites = new Sites({
    source: {
      read: () => read(),
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
    change(next: FoundSites | undefined) {
      read = async () => next
      change()
    },
    breakDown(message: string) {
      read = () => Promise.reject(new Error(message))
      change()
    },
  }
}

it('shows the current list', async () => {
  const { sites, change } = listOf({ sites: [site], faults: [] })
  await sites.load()
  expect(sites.map.sites).toEqual([site])
  change({ sites: [site, { ...site, title: 'Hill 2' }], faults: [] })
  await sites.close()
  expect(sites.map.sites).toHaveLength(2)
})

it('keeps the earlier list when the next one is faulty, and reports the fault', async () => {
  const { sites, change, errors } = listOf({ sites: [site], faults: [] })
  await sites.load()
  change({ sites: [], faults: ['sites.csv, line 3: title is empty'] })
  await sites.close()
  expect(sites.map.sites).toEqual([site])
  expect(errors).toEqual(['Sites are unchanged\nsites.csv, line 3: title is empty'])
})

it('keeps the earlier list when the file is unreadable or missing, reports it, and loads the next one', async () => {
  const { sites, change, breakDown, errors } = listOf({ sites: [site], faults: [] })
  await sites.load()
  breakDown('EACCES: permission denied')
  await expect.poll(() => errors).toEqual(['Sites are unchanged\nEACCES: permission denied'])
  change(undefined)
  await expect.poll(() => errors[1]).toBe('Sites are unchanged\nThe list is missing')
  expect(sites.map.sites).toEqual([site])
  change({ sites: [site, { ...site, title: 'Hill 2' }], faults: [] })
  await sites.close()
  expect(sites.map.sites).toHaveLength(2)
})

it('lets the portal start when the list cannot be read, and loads it later', async () => {
  const { sites, change, breakDown, errors } = listOf(undefined)
  breakDown('EISDIR')
  await sites.load()
  expect(errors).toEqual(['Sites are unchanged\nEISDIR'])
  change({ sites: [site], faults: [] })
  await sites.close()
  expect(sites.map.sites).toEqual([site])
})

it('reports nothing where a market has no list', async () => {
  const { sites, errors } = listOf(undefined)
  await sites.load()
  expect(sites.map.sites).toEqual([])
  expect(errors).toEqual([])
})

it('ignores changes once it is closed', async () => {
  const { sites, change } = listOf({ sites: [site], faults: [] })
  await sites.load()
  await sites.close()
  change({ sites: [], faults: [] })
  expect(sites.map.sites).toEqual([site])
})
