import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Routes and server share one bundle, so that a context key or a class exists once.
  environments: { ssr: { build: { rolldownOptions: { input: './server/index.ts' } } } },
  ssr: { noExternal: [/^@nyanja\//] },
  build: { assetsInlineLimit: 0 },
})
