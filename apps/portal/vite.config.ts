import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Two shared files instead of fifteen: together they compress to 5 KB less, and each file is a request on a slow link.
// What only pages without script draw stays out of them.
const sharedChunks = [
  { name: 'framework', test: /node_modules/ },
  {
    name: 'parts',
    test: /packages\/domain\/src\/(?!forms\/)|app\/(ui\/(?!leg-timeline|task-list|amount)|hrefs|use-hrefs)/,
  },
]

// Newer syntax, such as ranges in media queries, would leave the WebViews of older phones without a layout.
const oldWebViews = ['chrome80', 'safari13', 'firefox78']

export default defineConfig({
  plugins: [reactRouter()],
  // Routes and server share one bundle, so that a context key or a class exists once.
  environments: {
    ssr: { build: { rolldownOptions: { input: './server/index.ts' } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } } },
  },
  ssr: { noExternal: [/^@nyanja\//] },
  build: { assetsInlineLimit: 0, cssTarget: oldWebViews },
})
