import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { pages } from './page-list.ts'

export default pages.map(({ path, file }) =>
  path === '/' ? index(file) : route(path.replace(/^\//, ''), file),
) satisfies RouteConfig
