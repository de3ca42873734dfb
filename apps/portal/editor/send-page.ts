import type { FastifyReply } from 'fastify'
import type { Html } from './html.ts'
import { layout } from './pages/layout.ts'

export function sendPage(reply: FastifyReply, page: { title: string; body: Html; portalUrl: string; status?: number }) {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(layout(page).markup)
}
