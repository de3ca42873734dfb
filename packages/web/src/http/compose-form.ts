/** Matches U+0300 to U+036F as browsers send them in a form. */
const separateMark = /%(?:cc|cd)%[89ab]/i

/**
 * Composes the letters of a sent form whose marks are separate characters (Unicode's NFC), as some keyboards write
 * them: all that reads the form gets one way of writing a name.
 */
export function composeForm(body: Buffer): Buffer {
  const text = body.toString('latin1')
  if (!separateMark.test(text)) return body
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [name, value.normalize('NFC')])
  return Buffer.from(new URLSearchParams(fields).toString())
}
