import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  ...prefix('sw?', [
    index('home/home.tsx'),
    route('about', 'errors/about.tsx'),
    route('page-not-found', 'errors/page-not-found.tsx'),
    route('prepaid-recharge', 'recharge/recharge.tsx'),
    route('*', 'errors/about.tsx', { id: 'errors/unknown-address' }),
  ]),
] satisfies RouteConfig
