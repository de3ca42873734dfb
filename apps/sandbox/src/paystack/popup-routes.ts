import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendPage } from '../bank/page.ts'
import { framePage } from './checkout-page.ts'
import { frameScript } from './frame-script.ts'
import { inlineScript } from './inline-script.ts'

const named = (operation: string) => ({ config: { provider: 'paystack', operation } })

/** The popup: the script for the merchant's page, and the frame that it opens. */
export function registerPopupRoutes(app: FastifyInstance): void {
  app.get('/paystack/v2/inline.js', named('inline'), (_request, reply) => sendScript(reply, inlineScript))
  app.get('/paystack/checkout/popup', named('page'), (_request, reply) => sendPage(reply, framePage()))
  app.get('/paystack/checkout/frame.js', (_request, reply) => sendScript(reply, frameScript))
}

function sendScript(reply: FastifyReply, script: string): FastifyReply {
  return reply
    .type('text/javascript; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(script)
}
