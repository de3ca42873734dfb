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

  it.each(removedNames)('%s is explained in one line', (name) => {
    const { lost, kept } = findRemovedSettings({ [name]: 'a value of an earlier release' })
    expect([...lost, ...kept]).toEqual([expect.stringMatching(new RegExp(`^${name} is no longer read: \\S.+$`))])
  })
})
