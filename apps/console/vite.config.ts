import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Routes and server share one bundle, so that a context key or a class exists once.
  environments: { ssr: { build: { rolldownOptions: { input: './server/index.ts' } } } },
  ssr: {
    // Of many small files: in the bundle, they start in half the time.
    noExternal: [/^@nyanja\//, '@opentelemetry/api', 'cockatiel', 'kysely', 'openid-client', 'react-router', 'zod'],
  },
  build: { assetsInlineLimit: 0 },
})
