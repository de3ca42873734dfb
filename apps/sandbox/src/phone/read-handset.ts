import { type JsonObject, numberAt, objectsAt, textAt } from '../core/json.ts'
import type { Amount, Bucket, Bundle, FixedAccount, Handset, Line, Prompt, Sms } from './handset.ts'
import { quantity } from './words.ts'

/** What the neighbours answered about one number; an empty object where they know nothing. */
export interface Answers {
  readonly line: JsonObject
  readonly wallet: JsonObject
  readonly prompts: readonly JsonObject[]
  readonly messages: readonly JsonObject[]
}

export function readHandset(msisdn: string, { line, wallet, prompts, messages }: Answers): Handset {
  return {
    msisdn,
    line: line.msisdn === undefined ? undefined : readLine(line),
    airtime: amountOf(numberAt(line, 'mainBalance', 'amount'), textAt(line, 'mainBalance', 'currency')),
    bill: amountOf(numberAt(line, 'account', 'outstanding'), textAt(line, 'account', 'currency')),
    wallet: minorAt(wallet, 'balanceMinor'),
    buckets: objectsAt(line, 'buckets').map(readBucket),
    bundles: objectsAt(line, 'bundles').map(readBundle),
    prompts: prompts.map(readPrompt),
    messages: messages.map(readSms),
  }
}

export function readLine(line: JsonObject): Line {
  return {
    msisdn: textAt(line, 'msisdn') ?? '',
    type: textAt(line, 'type') ?? '',
    service: textAt(line, 'service') ?? 'mobile',
  }
}

export function readAccount(account: JsonObject): FixedAccount {
  const owed = amountOf(numberAt(account, 'outstanding'), textAt(account, 'currency'))
  return {
    id: textAt(account, 'id') ?? '',
    open: numberAt(account, 'open') ?? 0,
    owed: owed ?? { currency: '', minor: 0 },
  }
}

/** The BSS counts in major units. */
function amountOf(major: number | undefined, currency = ''): Amount | undefined {
  return major === undefined ? undefined : { currency, minor: Math.round(major * 100) }
}

function minorAt(from: JsonObject, key: string): Amount | undefined {
  const minor = numberAt(from, key)
  return minor === undefined ? undefined : { currency: textAt(from, 'currency') ?? '', minor }
}

function dateAt(from: JsonObject, key: string): Date | undefined {
  const text = textAt(from, key)
  return text === undefined ? undefined : new Date(text)
}

function readBucket(bucket: JsonObject): Bucket {
  return {
    name: textAt(bucket, 'name') ?? textAt(bucket, 'usageType') ?? '',
    left: quantity(numberAt(bucket, 'remaining') ?? 0, textAt(bucket, 'units') ?? ''),
    endsAt: dateAt(bucket, 'endsAt'),
  }
}

function readBundle(bundle: JsonObject): Bundle {
  return { name: textAt(bundle, 'name') ?? '', endsAt: dateAt(bundle, 'endsAt') }
}

function readPrompt(prompt: JsonObject): Prompt {
  return {
    id: textAt(prompt, 'id') ?? '',
    amount: minorAt(prompt, 'amountMinor') ?? { currency: '', minor: 0 },
    wallet: textAt(prompt, 'wallet') ?? '',
    payee: textAt(prompt, 'payee') ?? '',
    reference: textAt(prompt, 'reference') ?? '',
    endsAt: dateAt(prompt, 'expiresAt'),
  }
}

function readSms(sms: JsonObject): Sms {
  return {
    id: textAt(sms, 'id') ?? '',
    from: textAt(sms, 'from') ?? '',
    text: textAt(sms, 'text') ?? '',
    at: dateAt(sms, 'at') ?? new Date(0),
  }
}
