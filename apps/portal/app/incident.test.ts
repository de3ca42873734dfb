import { newId } from '@nyanja/server/common/ids'
import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../server/testing/test-app.ts'
import { publicHeaders } from './format/headers.ts'
import { portalContext } from './portal-context.ts'
import { toShell } from './shell-texts.ts'

const by = { who: 'Thoko', why: '', staff: { id: 'st-1', role: 'care_lead', reason: 'provider_fault' } }

/** Reads the incident of a page that caches keep. */
async function open() {
  const test = await createTestApp({
    handlePage: async (request, context) => {
      const { incident } = toShell(context.get(portalContext), new URL(request.url))
      return new Response(incident && JSON.stringify(incident), { headers: publicHeaders })
    },
  })
  onTestFinished(() => test.close())
  const { app, portal, stores } = test
  const { incidents } = stores
  const shownAt = async (url: string) => (await app.inject({ url, headers: { host: 'localhost:3000' } })).body
  return { incidents, known: portal.incident, shownAt }
}

it('an incident is on pages that were cached before, and leaves them when it is withdrawn', async () => {
  const { incidents, known, shownAt } = await open()
  expect(await shownAt('/')).toBe('')
  await incidents.show({ id: newId(), texts: { en: 'Airtime is late. We are working on it.' } }, by)
  await known.refresh()
  expect(JSON.parse(await shownAt('/'))).toEqual({
    ...{ heading: 'Airtime is late.', text: 'We are working on it.', href: '' },
  })
  await incidents.withdraw(known.version(), by)
  await known.refresh()
  expect(await shownAt('/')).toBe('')
})

it('an incident is in the language of the page, or else in the first of the market', async () => {
  const { incidents, known, shownAt } = await open()
  await incidents.show({ id: newId(), texts: { en: 'Late', sw: 'Imechelewa' } }, by)
  await known.refresh()
  expect(await shownAt('/sw')).toContain('Imechelewa')
  await incidents.show({ id: newId(), texts: { en: 'Late' } }, by)
  await known.refresh()
  expect(await shownAt('/sw')).toContain('Late')
})

it('an incident stays as it was while the database is away', async () => {
  const { incidents, known } = await open()
  await incidents.show({ id: newId(), texts: { en: 'Late' } }, by)
  await known.refresh()
  incidents.current = () => Promise.reject(new Error('away'))
  await known.refresh()
  expect(known.textIn('en')).toBe('Late')
})
