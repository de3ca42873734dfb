// @ts-nocheck
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  routeDiscovery: { mode: 'initial' },
  // What answers for a broken link must be there before the link breaks.
  splitRouteModules: false,
} satisfies Config
