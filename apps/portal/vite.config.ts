import { oldestBrowsers } from '@nyanja/web/build/oldest-browsers'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Routes, server and commands share one bundle, so that a context key or a class exists once.
  environments: {
    // The loaders that hash a style are cut from this build after its imports are resolved.
    client: { build: { rolldownOptions: { external: ['node:crypto'] } } },
    ssr: { build: { rolldownOptions: { input: '../commands/src/index.ts' } } },
  },
  ssr: {
    noExternal: [
      // npm may place these in a package's own folder, where the bundle does not find them.
      /^@nyanja\//,
      'altcha-lib',
      'lru-cache',
      // The package has many small files: in the bundle, they start in half the time.
      '@opentelemetry/api',
      'cockatiel',
      'kysely',
      'prom-client',
      'react-router',
      'yaml',
      'zod',
    ],
  },
  // Newer syntax, such as ranges in media queries, would leave the WebViews of older phones without a layout.
  build: {
    assetsInlineLimit: 0,
    cssTarget: oldestBrowsers,
    // A busy machine at its first `npm start` is no fault of a plugin.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // What Lightning CSS adds to every page for old browsers: variables of `light-dark()`, which no style uses, and the
  // names of system fonts, where `sans-serif` is the same font.
  css: { lightningcss: { exclude: 1_048_576 + 65_536 } },
})
