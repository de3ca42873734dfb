import { createServer, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { afterAll, onTestFinished } from 'vitest'

type Heard = Parameters<RequestListener>
type Answer = (request: Heard[0], body: Buffer, response: Heard[1]) => unknown

/** Serves on a free port, until the test or its file ends. The address has no trailing slash. */
export async function serve(answer: Answer, whenOver: typeof afterAll | typeof onTestFinished): Promise<string> {
  const server = createServer(async (request, response) => answer(request, await buffer(request), response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`
}
