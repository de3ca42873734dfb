/// <reference path="./smpp.d.ts" />
import { Duplex } from 'node:stream'
import { Session } from 'smpp'
import { answerTheSmsc, type DeliveryReport } from './bound-session.ts'

/** Feeds these bytes to a bound session, and returns the reports in them and whether it gave the link up. */
export function receive(bytes: Buffer): { readonly reports: readonly DeliveryReport[]; readonly isDown: boolean } {
  const reports: DeliveryReport[] = []
  let isDown = false
  const socket = new Duplex({ read: () => {}, write: (_, _encoding, done) => done() })
  const session = new Session({ socket })
  session.on('error', () => {
    isDown = true
    session.destroy()
  })
  answerTheSmsc(session, (report) => reports.push(report))
  // The bytes are read in this very call, so that the caller sees what is thrown.
  session.pause()
  socket.push(bytes)
  session.resume()
  return { reports, isDown }
}
