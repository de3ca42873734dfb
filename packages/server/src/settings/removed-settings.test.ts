import { describe, expect, it } from 'vitest'
import { badConfiguration, readGiven } from './environment.ts'
import { findRemovedSettings, removedNames } from './removed-settings.ts'

const sentence = 'ALLOW_SQLITE is no longer read: set ALLOW_UNSAFE=sqlite'

describe('a setting of an earlier release', () => {
  it('is named with what takes its place', () => {
    expect(findRemovedSettings({ ALLOW_SQLITE: 'on' })).toEqual({ lost: [sentence], kept: [] })
  })

  it('is no fault where it is empty', () => {
    expect(findRemovedSettings({ ALLOW_SQLITE: '' })).toEqual({ lost: [], kept: [] })
  })

  it('is a fault in production, and a notice in the demo', () => {
    expect(readGiven({ ALLOW_SQLITE: 'on', PORTAL_MODE: 'production' }, [])).toMatchObject({
      faults: [`✖ ${sentence}`],
    })
    expect(readGiven({ ALLOW_SQLITE: 'on' }, [])).toMatchObject({ faults: [], notices: [sentence] })
  })

  it('is named beside the faults of the settings that replace it', () => {
    expect(badConfiguration(['✖ one'], [sentence]).message).toBe(`Bad configuration\n✖ one\n${sentence}`)
  })

  it('is kept where its value is in the setting that takes its place', () => {
    const SMSC_URL = 'smpps://one.internal:2775,two.internal:2776'
    const all = { SMSC_HOST: 'one.internal', SMSC_FALLBACK_HOST: 'two.internal', SMSC_PORT: '2775', SMSC_TLS: 'on' }
    expect(findRemovedSettings({ ...all, SMSC_URL })).toMatchObject({ lost: [], kept: { length: 4 } })
    expect(findRemovedSettings({ ...all, SMSC_URL: 'smpp://one.internal:2775' }).lost).toHaveLength(2)
    expect(findRemovedSettings(all).lost).toHaveLength(4)
  })

  it('is lost where its value is only a piece of the one that takes its place', () => {
    const lostOf = (given: Readonly<Record<string, string>>) => findRemovedSettings(given).lost.length
    expect(lostOf({ BSS_PASSWORD: 'secret', BSS_SECRET: 'secret-of-this-year' })).toBe(1)
    expect(lostOf({ SMSC_HOST: 'smsc', SMSC_URL: 'smpp://smsc2.internal:2775' })).toBe(1)
    expect(lostOf({ CHAT_API_KEY: 'key', API_KEYS: 'app:a-long-key, chat:another-key' })).toBe(1)
    expect(lostOf({ CHAT_API_KEY: 'another-key', API_KEYS: 'app:a-long-key, chat:another-key' })).toBe(0)
    expect(lostOf({ CALLBACK_PREVIOUS_TOKEN: 'old', CALLBACK_TOKEN: 'new\nold' })).toBe(0)
  })

  it('is kept where its value follows from another setting', () => {
    const dpo = { DPO_URL: 'https://dpo.internal', DPO_PAGE_URL: 'https://dpo.internal/payv2.php' }
    expect(findRemovedSettings(dpo).lost).toEqual([])
    expect(findRemovedSettings({ ...dpo, DPO_PATHS: 'page=/payv3.php' }).lost).toHaveLength(1)
    const PAYSTACK_FRAME_URL = 'https://checkout.paystack.com'
    const own = { PAYSTACK_FRAME_URL, PAYSTACK_SCRIPT_URL: 'https://js.paystack.co/v2/inline.js' }
    expect(findRemovedSettings(own).lost).toEqual([])
    expect(findRemovedSettings({ ...own, PAYSTACK_SCRIPT_URL: 'https://js.internal/x.js' }).lost).toHaveLength(1)
  })

  it.each(removedNames)('%s is explained in one line', (name) => {
    const { lost, kept } = findRemovedSettings({ [name]: 'a value of an earlier release' })
    expect([...lost, ...kept]).toEqual([expect.stringMatching(new RegExp(`^${name} is no longer read: \\S.+$`))])
  })
})
