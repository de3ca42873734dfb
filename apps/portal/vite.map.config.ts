import { oldestBrowsers } from '@nyanja/web/build/oldest-browsers'
import { defineConfig } from 'vite'

/** The script that draws maps, requested only by pages with a map, and the one that draws vector tiles on them. */
export default defineConfig({
  publicDir: false,
  resolve: { alias: { leaflet: 'leaflet/dist/leaflet-src.esm.js' } },
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    // The server finds the name of the file here.
    manifest: 'modules.json',
    modulePreload: false,
    target: oldestBrowsers,
    rolldownOptions: {
      input: { map: 'app/map/browser/open-map.ts', 'vector-tiles': 'app/map/browser/vector-tiles.ts' },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'assets/[name]-[hash].js' },
    },
  },
})
