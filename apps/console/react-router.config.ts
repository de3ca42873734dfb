import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  routeDiscovery: { mode: 'initial' },
  // The error page must be loaded before the link breaks.
  splitRouteModules: false,
} satisfies Config
