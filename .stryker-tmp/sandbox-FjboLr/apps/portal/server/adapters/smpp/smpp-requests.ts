// @ts-nocheck
import type { Pdu, Session } from 'smpp'
import { PortalError } from '../../errors.ts'

export type Command = 'bind_transceiver' | 'submit_sm' | 'enquire_link' | 'unbind'
export type Fields = Parameters<Session[Command]>[0]

/** Throws `provider_unreachable` when no answer comes in time, or the link goes down before it does. */
export type SendRequest = (command: Command, fields: Fields, timeoutMs: number) => Promise<Pdu>

/** The package forgets its open requests when the socket closes; these fail. */
export function createRequests(session: Session): SendRequest {
  const open = new Set<(why: string) => void>()
  session.on('close', () => {
    for (const fail of open) fail('link went down')
  })

  return (command, fields, timeoutMs) =>
    new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        open.delete(fail)
      }
      const fail = (why: string) => {
        finish()
        reject(new PortalError('provider_unreachable', `smsc ${command}: ${why}`))
      }
      const timer = setTimeout(() => fail('no answer in time'), timeoutMs)
      open.add(fail)
      const isSent = session[command](fields, (answer) => {
        finish()
        resolve(answer)
      })
      if (!isSent) fail('link is down')
    })
}
