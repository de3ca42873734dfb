import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Routes and server share one bundle, so that a context key or a class exists once.
  environments: { ssr: { build: { rolldownOptions: { input: './server/index.ts' } } } },
  ssr: {
    // The portal does the same with what npm may install elsewhere, and with what starts faster when bundled.
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
  // The portal suppresses this warning about a busy machine too.
  build: { assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } } },
})
