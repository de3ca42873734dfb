import { expect, it } from 'vitest'
import { openOnly, openScreens } from './open-screens.ts'
import routes from './routes.ts'

const paths = routes.map(({ path = '' }) => path.replace(/^:language\?/, ''))

it('links to no screen without a route', () => {
  const links = openOnly(
    [...openScreens].map((screen) => ({ screen })),
    '/sw',
  )
  expect(links.length).toBeGreaterThan(0)
  for (const { href } of links) expect(paths).toContain(href.replace(/^\/sw|[?].*/g, ''))
})
