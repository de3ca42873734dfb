// @ts-nocheck
import { afterAll } from 'vitest'
import type { CallbackReader, CallbackReading } from '../payments/callback-reader.ts'
import { serve } from './serve.contract.ts'

/** An address that reads and answers a provider's callbacks as the portal does, over real HTTP. */
export async function listenWith(reader: CallbackReader) {
  const readings: CallbackReading[] = []
  const origin = await serve(({ headers }, body, response) => {
    const reading = reader.read(body, headers)
    readings.push(reading)
    const { status, contentType, body: answer } = reader.answer
    response.writeHead(typeof reading === 'string' ? 400 : status, { 'content-type': contentType }).end(answer)
  }, afterAll)
  return { url: `${origin}/`, readings }
}
