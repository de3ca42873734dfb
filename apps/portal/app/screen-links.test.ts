import { orderKinds } from '@nyanja/domain/payments/payment-options'
import { expect, it } from 'vitest'
import routes from './routes.ts'
import { openOnly, openScreens } from './screen-links.ts'

const paths = routes.map(({ path = '' }) => path.replace(/^:language\?/, ''))

it('links to no screen without a route', () => {
  const links = openOnly(
    [...openScreens].map((screen) => ({ screen })),
    '/sw',
    { sells: orderKinds, publicServiceStatus: true },
  )
  expect(links.length).toBeGreaterThan(0)
  for (const { href } of links) expect(paths).toContain(href.replace(/^\/sw|[?].*/g, ''))
})

it('links to no screen that the market does not offer, in any language', () => {
  const screens = ['recharge', 'bills', 'internet', 'fixedInternet', 'tariffs', 'serviceStatus'] as const
  const links = openOnly(
    screens.map((screen) => ({ screen })),
    '/sw',
    { sells: ['airtime'], publicServiceStatus: false },
  )
  expect(links.map(({ href }) => href)).toEqual(['/sw/prepaid-recharge', '/sw/table'])
})
