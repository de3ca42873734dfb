import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { international } from '@nyanja/domain/numbers/msisdn'
import { bulkhead } from 'cockatiel'
import type { SmsSender } from '../../messages/messages.ts'
import type { ProviderHooks } from '../call-provider.ts'
import { SmppLink, type SmppLinkOptions } from './smpp-link.ts'
import { type LongTexts, submissions } from './submission.ts'
import type { Alphabet } from './text-parts.ts'

export interface SmppOptions extends SmppLinkOptions, ProviderHooks {
  /** The displayed sender: at most eleven characters. */
  readonly sender: string
  readonly alphabet: Alphabet
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  readonly longTexts?: LongTexts
  /** The limit of messages that await an answer. */
  readonly windowSize?: number
  /** The limit that the operator of the SMSC sets for this account; without it there is none. */
  readonly messagesPerSecond?: number | undefined
}

// The queue is full, or the SMSC throttles this account.
const busy = [0x14, 0x58]
// The statuses after which a retry helps: the SMSC is busy, or has an error of its own.
const worthOneRetry = [...busy, 0x08, 0x45, 0xff]
// The statuses of a wrong bind state, or of an existing bind.
const wrongBind = [0x04, 0x05]
const retryPauseMs = 1000

/** Spaces messages evenly, and holds all of them while the SMSC is busy. */
function createPace({ messagesPerSecond = Number.POSITIVE_INFINITY, pause = sleep, now = Date.now }: SmppOptions) {
  const gapMs = 1000 / messagesPerSecond
  let freeAt = 0

  return {
    async waitForSlot(): Promise<void> {
      const cameAt = now()
      const startsAt = Math.max(cameAt, freeAt)
      freeAt = startsAt + gapMs
      if (startsAt > cameAt) await pause(startsAt - cameAt)
    },
    hold(ms: number): void {
      freeAt = Math.max(freeAt, now() + ms)
    },
  }
}

export function createSmppSender(options: SmppOptions): SmsSender {
  const { countryCode, windowSize = 10, pause = sleep } = options
  if (options.sender.length > 11) throw new RangeError('An SMS sender has at most eleven characters')
  options.added?.('smsc')
  const link = new SmppLink(options)
  const window = bulkhead(windowSize, Number.POSITIVE_INFINITY)
  const pace = createPace(options)
  let texts = 0

  async function submit(fields: Parameters<SmppLink['submit']>[0]): Promise<string> {
    let answer = await submitOnce(fields)
    if (worthOneRetry.includes(answer.command_status)) {
      if (busy.includes(answer.command_status)) pace.hold(retryPauseMs)
      else await pause(retryPauseMs)
      answer = await submitOnce(fields)
    }
    const { command_status, message_id = '' } = answer
    if (wrongBind.includes(command_status)) link.rebind()
    // The status alone says whether it was accepted. Source: SMPP 3.4, sections 4.4.2 and 5.1.3.
    if (command_status === 0) return message_id
    throw new PortalError('provider_broke_contract', `smsc submit_sm: status ${command_status}`)
  }

  async function submitOnce(fields: Parameters<SmppLink['submit']>[0]) {
    await pace.waitForSlot()
    const startedAt = performance.now()
    const report = (outcome: 'answered' | 'refused' | 'unreachable', status?: number) =>
      options.observe?.({
        provider: 'smsc',
        operation: 'submit_sm',
        outcome,
        durationMs: Math.round(performance.now() - startedAt),
        ...(status !== undefined && { status }),
      })
    try {
      const answer = await link.submit(fields)
      report(answer.command_status === 0 ? 'answered' : 'refused', answer.command_status)
      return answer
    } catch (error) {
      report('unreachable')
      throw error
    }
  }

  return {
    async send(msisdn, text, _reference, validForMs) {
      texts += 1
      const to = international(msisdn, { countryCode })
      const [first, ...others] = submissions({ ...options, to, text, joint: texts % 256, validForMs })
      const messageId = await window.execute(() => submit(first))
      for (const fields of others) await window.execute(() => submit(fields))
      return messageId
    },
    close: () => link.close(),
  }
}
