import assert from 'node:assert/strict'
import { afterAll } from 'vitest'
import type { CallbackAnswer, CallbackReader, CallbackReading } from '../payments/payment-gateway.ts'
import { serve } from './serve.contract.ts'

/** The part of the portal's address that the provider appends to its own path. */
export function answerTo(reader: CallbackReader, text: string): CallbackAnswer {
  const reading = reader.read(Buffer.from(text), {})
  assert.ok(typeof reading !== 'string')
  return reading.answer ?? reader.answer
}

/** A server that receives and answers a provider's callbacks like the portal, over real HTTP. */
export async function listenWith(reader: CallbackReader) {
  const readings: CallbackReading[] = []
  const origin = await serve(({ headers }, body, response) => {
    const reading = reader.read(body, headers)
    readings.push(reading)
    const isRead = typeof reading !== 'string'
    const { status, contentType, body: answer } = (isRead ? reading.answer : undefined) ?? reader.answer
    response.writeHead(isRead ? status : 400, { 'content-type': contentType }).end(answer)
  }, afterAll)
  return { url: `${origin}/`, readings }
}
