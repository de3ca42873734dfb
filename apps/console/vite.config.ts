import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Routes and server share one bundle, so that a context key or a class exists once.
  environments: { ssr: { build: { rolldownOptions: { input: './server/index.ts' } } } },
  ssr: {
    // As in the portal: what npm may place where the bundle does not find it, and what starts faster in it.
    noExternal: [
      /^@nyanja\//,
      '@opentelemetry/api',
      'cockatiel',
      'kysely',
      'lru-cache',
      'openid-client',
      'react-router',
      'zod',
    ],
  },
  // As in the portal: no warning about a busy machine.
  build: { assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } } },
})
