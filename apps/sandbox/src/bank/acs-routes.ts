import type { FastifyInstance, FastifyReply } from 'fastify'
import { challengePage, unknownChallengePage } from './acs-page.ts'
import type { Decision } from './challenge.ts'
import { type Challenges, cardholderCode } from './challenges.ts'
import { readForm } from './form.ts'
import { sendPage } from './page.ts'

const decisions: Readonly<Record<string, Decision>> = { approve: 'approved', refuse: 'refused' }

interface ById {
  readonly Params: { readonly id: string }
}

/** The issuer's own pages, as 3-D Secure shows them. */
export function registerAcsRoutes(app: FastifyInstance, challenges: Challenges): void {
  readForm(app)

  app.get<ById>('/acs/challenge/:id', { config: { provider: 'bank', operation: 'page' } }, ({ params }, reply) => {
    const challenge = challenges.find(params.id)
    return challenge ? sendPage(reply, challengePage(challenge)) : notFound(reply)
  })

  app.post<ById & { readonly Body: URLSearchParams }>(
    '/acs/challenge/:id',
    { config: { provider: 'bank', operation: 'decide' } },
    ({ params, body }, reply) => {
      const challenge = challenges.find(params.id)
      if (challenge === undefined) return notFound(reply)
      const decision = decisions[body.get('decision') ?? '']
      if (decision === undefined) return sendPage(reply, challengePage(challenge), 422)
      const typed = body.get('code') ?? cardholderCode
      const isWrong = decision === 'approved' && !challenges.isRightCode(challenge, typed)
      if (isWrong && challenge.decision === undefined) {
        return sendPage(reply, challengePage(challenge, `That code is wrong. Tries left: ${challenge.triesLeft}`))
      }
      challenges.decide(challenge, decision)
      const back = new URL(challenge.returnUrl)
      back.searchParams.set('challenge', challenge.id)
      return reply.redirect(back.href, 303)
    },
  )
}

const notFound = (reply: FastifyReply): FastifyReply => sendPage(reply, unknownChallengePage(), 404)
