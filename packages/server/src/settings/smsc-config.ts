import { z } from 'zod'
import type { SmscAddress } from '../adapters/smpp/bound-session.ts'

type Addresses = readonly [SmscAddress, ...SmscAddress[]]

/** The ports that IANA lists for SMPP, and for SMPP in TLS. */
const usualPorts = { smpp: 2775, smpps: 3550 } as const

function readAddress(protocol: keyof typeof usualPorts, text: string): SmscAddress | undefined {
  const url = URL.parse(`${protocol}://${text}`)
  if (url === null || url.hostname === '') return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? usualPorts[protocol] : Number(url.port),
  }
}

/** `smpp://one:2775,two:2775`, or smpps for TLS: the second address is used while the first one cannot be bound. */
const smscUrl = z.string().transform((text, context): { readonly isTls: boolean; readonly addresses: Addresses } => {
  const [, protocol, hosts = ''] = /^(smpps?):\/\/([^/?#@]+)\/?$/.exec(text) ?? []
  const addresses = hosts.split(',').map((host) => readAddress(protocol === 'smpps' ? 'smpps' : 'smpp', host.trim()))
  const [first, ...others] = addresses.filter((one) => one !== undefined)
  if (first !== undefined && others.length === addresses.length - 1)
    return { isTls: protocol === 'smpps', addresses: [first, ...others] }
  context.addIssue('must be smpp://host:port or smpps://host:port, with a comma before a second host:port')
  return z.NEVER
})

/** The operator's SMSC, and the account there. */
export const smscSettings = {
  SMSC_URL: smscUrl,
  SMSC_TLS_CA: z.string().includes('-----BEGIN CERTIFICATE-----').optional(),
  SMSC_MESSAGES_PER_SECOND: z.coerce.number().positive().optional(),
  SMSC_SYSTEM_ID: z.string().min(1),
  SMSC_PASSWORD: z.string().min(1),
  SMS_SENDER: z.string().min(1).max(11),
  SMS_ALPHABET: z.enum(['gsm7', 'ascii']).default('gsm7'),
}

export function smscOf(env: z.infer<z.ZodObject<typeof smscSettings>>) {
  return {
    addresses: env.SMSC_URL.addresses,
    tls: env.SMSC_URL.isTls ? { ca: env.SMSC_TLS_CA } : undefined,
    systemId: env.SMSC_SYSTEM_ID,
    password: env.SMSC_PASSWORD,
    sender: env.SMS_SENDER,
    alphabet: env.SMS_ALPHABET,
    messagesPerSecond: env.SMSC_MESSAGES_PER_SECOND,
  }
}
