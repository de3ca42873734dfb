import { createServer } from 'node:http'
import { afterAll } from 'vitest'
import type { CallbackReader, CallbackReading } from '../payments/callback-reader.ts'

/** An address that reads and answers a provider's callbacks as the portal does, over real HTTP. */
export async function listenWith(reader: CallbackReader) {
  const readings: CallbackReading[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const reading = reader.read(Buffer.concat(chunks), request.headers)
    readings.push(reading)
    const { status, contentType, body } = reader.answer
    response.writeHead(typeof reading === 'string' ? 400 : status, { 'content-type': contentType }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}/`, readings }
}
