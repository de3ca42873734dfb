// @ts-nocheck
import { fill } from '@nyanja/domain/fill'
import { otpText } from '@nyanja/domain/otp-code'
import type { CodeSecrets } from './code-secrets.ts'

/** The kind of the message that carries a code. */
export const codeMessageKind = 'oneTimeCode'

interface QueuedCode {
  readonly id: string
  readonly language: string
  readonly params: Readonly<Record<string, string>>
}

export interface CodeTextOptions {
  readonly secrets: CodeSecrets
  /** Of the page that shows the field, without a port: phones match nothing else. */
  readonly host: string
  /** `{code} is your code. …` */
  readonly wordsIn: (language: string) => string
}

/** The words of a message with a code. The code is in the clear from here to the SMSC and nowhere else. */
export function createCodeText({ secrets, host, wordsIn }: CodeTextOptions): (message: QueuedCode) => string {
  return ({ id, language, params }) => {
    const code = secrets.open(params.sealed ?? '', id)
    return otpText(fill(wordsIn(language), { code }), { host, code })
  }
}
