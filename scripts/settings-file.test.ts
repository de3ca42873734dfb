import { readFileSync } from 'node:fs'
import path from 'node:path'
import { consoleSettingNames } from '@nyanja/back-office/settings/console-config'
import { settingNames } from '@nyanja/server/settings/config'
import { removedNames } from '@nyanja/server/settings/removed-settings'
import { describe, expect, it } from 'vitest'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
const named = [...read('.env.example').matchAll(/^# ([A-Z_0-9]+)=/gm)].map(([, name = '']) => name)

/** The settings of Node, and of the sandbox. */
const others = ['NODE_EXTRA_CA_CERTS', 'SANDBOX_PORT']
/** The programs set it: an operator has MARKET_DIR. */
const internal = 'MARKETS_DIR'

/** What an installation cannot do without, and what it should not. */
const first = [
  ...['PORTAL_MODE', 'PUBLIC_ORIGIN', 'TRUSTED_PROXIES', 'ADMIN_TOKEN', 'MARKET', 'PAYMENT_METHODS', 'DATABASE_URL'],
  ...['API_KEYS', 'FIELD_KEY', 'CALLBACK_TOKEN', 'OTP_SECRET', 'BSS_URL', 'BSS_AUTH', 'SMSC_URL', 'SMSC_SYSTEM_ID'],
  ...['SMSC_PASSWORD', 'SMS_SENDER', 'SMTP_URL', 'MAIL_FROM', 'CARE_MAIL_TO'],
]

describe('.env.example', () => {
  it('names each setting of the portal and the console once, and no other', () => {
    const known = new Set([...settingNames, ...consoleSettingNames, ...others])
    known.delete(internal)
    expect(named.toSorted()).toEqual([...known].sort())
  })

  it('begins with the twenty settings that matter first', () => {
    expect(named.slice(0, 20)).toEqual(first)
  })

  it('has at most 120 settings, so that a person can read it', () => {
    expect(named.length).toBeLessThanOrEqual(120)
  })
})

it.each(['.env.example', 'deploy/portal.env.example', 'scripts/demo/settings.mjs'])(
  '%s sets no removed setting',
  (file) => {
    const text = read(file)
    expect(removedNames.filter((name) => new RegExp(`\\b${name}(_FILE)?\\b`).test(text))).toEqual([])
  },
)
