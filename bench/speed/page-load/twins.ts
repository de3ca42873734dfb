import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

export interface Twins {
  readonly upstream: string
  close(): void
}

interface Twin {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * Serves each page at its own path as one frozen document: the fastest that those words could ever arrive. With the
 * page's own headers, for a static page of the same operator would have them, and one of them makes the browser change
 * its process.
 */
export async function openTwins(origin: string, paths: readonly string[]): Promise<Twins> {
  const frozen = new Map<string, Twin>()
  for (const path of paths) frozen.set(path, await freeze(origin, path))
  const server = createServer((request, response) => {
    const twin = frozen.get(request.url ?? '')
    if (twin) response.writeHead(200, twin.headers).end(twin.body)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { upstream: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const ofTheTransfer = ['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-encoding']

/** As the server rendered it, without script and preloads, all style in the document. */
async function freeze(origin: string, path: string): Promise<Twin> {
  const response = await fetch(origin + path, { redirect: 'manual' })
  if (response.status !== 200) throw new Error(`${path} answers HTTP ${response.status}`)
  let html = (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, '')
  for (const [link, href] of html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)) {
    const style = await (await fetch(new URL(href ?? '', origin))).text()
    html = html.replace(link, () => `<style>${style}</style>`)
  }
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofTheTransfer.includes(name)))
  const body = brotliCompressSync(html.replace(/<link\b[^>]*>/g, ''))
  return { headers: { ...headers, 'content-encoding': 'br' }, body }
}
