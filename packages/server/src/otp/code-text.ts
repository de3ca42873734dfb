import { otpText } from '@nyanja/domain/otp'
import { fill } from '@nyanja/domain/texts/fill'
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
  readonly textsIn: (language: string) => CodeTexts
}

/** `{code} is your code. …` */
interface CodeTexts {
  readonly oneTimeCode: string
  /** Names the `{receiver}` of a payment, so that nobody types a code for a stranger's line. */
  readonly paymentCode: string
}

/** The words of a message with a code. The code is in the clear from here to the SMSC and nowhere else. */
export function createCodeText({ secrets, host, textsIn }: CodeTextOptions): (message: QueuedCode) => string {
  return ({ id, language, params: { sealed = '', receiver } }) => {
    const code = secrets.open(sealed, id)
    const { oneTimeCode, paymentCode } = textsIn(language)
    const words =
      receiver === undefined
        ? fill(oneTimeCode, { code })
        : fill(paymentCode, { code, receiver: receiver.replaceAll('•', '*') })
    return otpText(words, { host, code })
  }
}
