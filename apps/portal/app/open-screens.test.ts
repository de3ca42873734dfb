import { expect, it } from 'vitest'
import { openOnly, type ScreenName } from './open-screens.ts'
import routes from './routes.ts'

const paths = routes.map(({ path = '' }) => path.replace(/^:language\?/, ''))

it('links to no screen without a route', () => {
  const names: readonly ScreenName[] = [
    'home',
    'about',
    'recharge',
    'bills',
    'dataBundle',
    'dataBalance',
    'fixedInternet',
    'internet',
    'coverage',
    'shops',
    'help',
    'tariffs',
    'forgetPhone',
    'serviceStatus',
    'contact',
    'feedback',
    'loans',
    'privacy',
    'siteMap',
    'trackLead',
    'findPayment',
  ]
  const links = openOnly(
    names.map((screen) => ({ screen })),
    '/sw',
  )
  expect(links.length).toBeGreaterThan(0)
  for (const { href } of links) expect(paths).toContain(href.replace(/^\/sw/, ''))
})
