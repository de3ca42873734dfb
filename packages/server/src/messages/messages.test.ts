import assert from 'node:assert/strict'
import { PortalError } from '@nyanja/domain/errors'
import { hour } from '@nyanja/domain/time'
import { describe, it } from 'vitest'
import type { OutboxMessage } from '../common/outbox-message.ts'
import { Messages, type SmsSender } from './messages.ts'

const noLeases = { claim: async () => [], leaseUntil: async () => 0, mayHold: async () => {} }

const message: OutboxMessage = {
  id: 'm-1',
  attemptId: 'a-1',
  kind: 'deliveredAirtime',
  msisdn: '999000001',
  language: 'en',
  params: {},
  tries: 0,
}

const unreached = new PortalError('provider_unreachable', 'smsc: not bound', { notSent: 'not_bound' })

describe('messages to payers', () => {
  function open(send: SmsSender['send'], textOf = () => 'MWK 500 airtime is on your line') {
    const done: string[] = []
    const outbox = {
      ...noLeases,
      sent: async () => void done.push('sent'),
      notSent: async (_: OutboxMessage, nextTryAt: number | undefined) => void done.push(`again at ${nextTryAt}`),
    }
    const sender = { send, close: async () => {} }
    return { done, messages: new Messages({ outbox, sender, textOf, now: () => 1000 }) }
  }

  it('are marked as sent once the SMSC has accepted them', async () => {
    const { done, messages } = open(async () => 'id')
    await messages.send(message)
    assert.deepEqual(done, ['sent'])
  })

  it.each([
    ['cannot be reached', unreached],
    ['refuses them', new PortalError('provider_broke_contract', 'smsc submit_sm: status 88')],
  ])('are retried later when the SMSC %s, and given up in the end', async (_why, error) => {
    const { done, messages } = open(() => Promise.reject(error))
    await messages.send(message)
    await messages.send({ ...message, tries: 8 })
    assert.deepEqual(done, ['again at 6000', 'again at undefined'])
  })

  it('are not sent a second time when the SMSC may have accepted them', async () => {
    const { done, messages } = open(() => Promise.reject(new PortalError('provider_unreachable', 'smsc: no answer')))
    await messages.send(message)
    assert.deepEqual(done, ['sent'])
  })

  it('survive a day without the SMSC', async () => {
    let at = 0
    let tries = 0
    const outbox = {
      ...noLeases,
      sent: async () => {},
      async notSent(_: OutboxMessage, nextTryAt: number | undefined) {
        tries += 1
        at = nextTryAt ?? Number.NaN
      },
    }
    const away = { send: () => Promise.reject(unreached), close: async () => {} }
    const messages = new Messages({ outbox, sender: away, textOf: () => 'We come on Tuesday', now: () => at })
    while (at < 24 * hour) await messages.send({ ...message, tries })
    assert.ok(at > 24 * hour)
  })

  it('expire when they are useless, in the network and in the outbox', async () => {
    const validFor: (number | undefined)[] = []
    const { done, messages } = open(async (...[, , , validForMs]: Parameters<SmsSender['send']>) => {
      validFor.push(validForMs)
      throw unreached
    })
    await messages.send({ ...message, expiresAt: 7000 })
    await messages.send({ ...message, expiresAt: 6000 })
    await messages.send({ ...message, expiresAt: 1000 })
    assert.deepEqual(validFor, [6000, 5000])
    assert.deepEqual(done, ['again at 6000', 'again at undefined', 'again at undefined'])
  })

  it('are set aside when their text cannot be rendered, and the bug is reported', async () => {
    const { done, messages } = open(
      async () => 'id',
      () => {
        throw new Error('no such text')
      },
    )
    await assert.rejects(messages.send(message), /no such text/)
    assert.deepEqual(done, ['again at undefined'])
  })
})
