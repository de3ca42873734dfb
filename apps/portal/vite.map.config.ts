import { defineConfig } from 'vite'

/** The script that draws maps: one file of its own, requested only by pages with a map. */
export default defineConfig({
  publicDir: false,
  resolve: { alias: { leaflet: 'leaflet/dist/leaflet-src.esm.js' } },
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    // Where the server finds the name of the file.
    manifest: 'modules.json',
    modulePreload: false,
    target: ['chrome80', 'safari13', 'firefox78'],
    rolldownOptions: {
      input: 'app/map/browser/open-map.ts',
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'assets/map-[hash].js' },
    },
  },
})
