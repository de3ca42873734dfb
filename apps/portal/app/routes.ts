import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  route('sw?', 'language.tsx', [index('home/home.tsx'), route('prepaid-recharge', 'recharge/recharge.tsx')]),
] satisfies RouteConfig
