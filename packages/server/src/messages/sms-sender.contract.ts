import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { SmsSender } from './messages.ts'

export interface SmsSenderFixture {
  readonly sender: SmsSender
  /** Returns the texts on the handset of a number, newest first. */
  inbox(msisdn: string): Promise<readonly string[]>
  /** The network is too busy for this number of further messages. */
  busy(times: number): Promise<unknown>
  /** The next message is accepted, and its answer lost. */
  loseAnswer(): Promise<unknown>
  /** The network becomes unreachable, or reachable again. */
  interrupt(): Promise<unknown>
}

const msisdn = '999000001'

/** Describes the contract of every SMS sender. */
export function describeSmsSender(name: string, open: (timeout: TimeoutName) => Promise<SmsSenderFixture>): void {
  describe(`${name} as an SMS sender`, () => {
    it('sends texts unchanged, and returns their id', async () => {
      const { sender, inbox } = await open('usual')
      expect(await sender.send(msisdn, 'MWK 5,000 received.', 'R-1')).toMatch(/\S/)
      await expect.poll(() => inbox(msisdn)).toEqual(['MWK 5,000 received.'])
    })

    it('sends a code line that phones can read', async () => {
      const { sender, inbox } = await open('usual')
      const text = '123456 is your code. Do not share it.\n\n@portal_1.example #123456'
      await sender.send(msisdn, text, 'R-1', 300_000)
      await expect.poll(() => inbox(msisdn)).toEqual([text])
    })

    it.each([
      ['long', 'Zikomo. '.repeat(60).trim()],
      ['with brackets at the seams', '[€] '.repeat(120).trim()],
      ['in letters of no telephone alphabet', 'ŵanthu 😀 '.repeat(20).trim()],
    ])('sends texts that are %s in one piece', async (_what, text) => {
      const { sender, inbox } = await open('usual')
      await sender.send(msisdn, text, 'R-1')
      await expect.poll(() => inbox(msisdn)).toEqual([text])
    })

    it('returns separate ids for concurrent texts', async () => {
      const { sender, inbox } = await open('usual')
      const texts = Array.from({ length: 30 }, (_, index) => `Text ${index}`)
      const ids = await Promise.all(texts.map((text) => sender.send(msisdn, text, 'R-1')))
      expect(new Set(ids).size).toBe(texts.length)
      await expect.poll(async () => new Set(await inbox(msisdn))).toEqual(new Set(texts))
    })

    it('retries when the network is busy', async () => {
      const { sender, inbox, busy } = await open('usual')
      await busy(1)
      await sender.send(msisdn, 'Late', 'R-1')
      await expect.poll(() => inbox(msisdn)).toEqual(['Late'])
    })

    it('gives up when the network stays busy', async () => {
      const { sender, inbox, busy } = await open('usual')
      await busy(9)
      await expect(sender.send(msisdn, 'Never', 'R-1')).rejects.toMatchObject({ name: 'PortalError' })
      expect(await inbox(msisdn)).toEqual([])
    })

    it('throws when an answer is lost', async () => {
      const { sender, loseAnswer } = await open('short')
      await loseAnswer()
      const error = await sender.send(msisdn, 'Who knows', 'R-1').catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'provider_unreachable' })
      expect(String(error)).not.toContain(msisdn)
    })

    it('sends again after the network was unreachable', async () => {
      const { sender, inbox, interrupt } = await open('usual')
      await sender.send(msisdn, 'Before', 'R-1')
      await interrupt()
      await expect.poll(() => sender.send(msisdn, 'After', 'R-2').catch(() => undefined)).toMatch(/\S/)
      await expect.poll(() => inbox(msisdn)).toContain('After')
    })

    it('refuses texts when it is closed', async () => {
      const { sender } = await open('usual')
      await sender.close()
      await expect(sender.send(msisdn, 'Too late', 'R-1')).rejects.toMatchObject({ code: 'provider_unreachable' })
    })
  })
}
