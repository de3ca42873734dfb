import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

export interface Twins {
  readonly upstream: string
  close(): void
}

/** Serves each page at its own path as one frozen document: the fastest that those words could ever arrive. */
export async function openTwins(origin: string, paths: readonly string[]): Promise<Twins> {
  const frozen = new Map<string, Buffer>()
  for (const path of paths) frozen.set(path, brotliCompressSync(await freeze(origin, path)))
  const server = createServer((request, response) => {
    const twin = frozen.get(request.url ?? '')
    response.writeHead(twin ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    response.end(twin)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { upstream: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** As the server rendered it, without script and preloads, all style in the document. */
async function freeze(origin: string, path: string): Promise<string> {
  const response = await fetch(origin + path, { redirect: 'manual' })
  if (response.status !== 200) throw new Error(`${path} answers HTTP ${response.status}`)
  let html = (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, '')
  for (const [link, href] of html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)) {
    const style = await (await fetch(new URL(href ?? '', origin))).text()
    html = html.replace(link, () => `<style>${style}</style>`)
  }
  return html.replace(/<link\b[^>]*>/g, '')
}
