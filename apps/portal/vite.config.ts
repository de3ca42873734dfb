import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Newer syntax, such as ranges in media queries, would leave the WebViews of older phones without a layout.
const oldWebViews = ['chrome80', 'safari13', 'firefox78']

export default defineConfig({
  plugins: [reactRouter()],
  // Routes and server share one bundle, so that a context key or a class exists once.
  environments: {
    ssr: { build: { rolldownOptions: { input: './server/index.ts' } } },
  },
  // Packages that npm may place in a package's own folder are not found from the bundle.
  ssr: { noExternal: [/^@nyanja\//, 'altcha-lib', 'lru-cache'] },
  build: { assetsInlineLimit: 0, cssTarget: oldWebViews },
})
