const longest = 256
/** Each encoding hides what the one below would show. */
const mostEncodings = 5

function decoded(path: string): string {
  let text = path
  for (let round = 0; round < mostEncodings && text.includes('%'); round += 1)
    text = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return text
}

export const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')

/** What may stand in the log of an address: ids and tokens open things to anyone who has them. */
export function loggedPath(url: string): string {
  const path = withoutQuery(decoded(withoutQuery(url)))
    .replace(/(\/(?:pay-me|payment\/status)\/+)[^/]*(\/state)?.*/is, '$1:id$2')
    .replace(/\/[0-9A-HJKMNP-TV-Z]{26,}/g, '/:id')
    .replace(/notify.*/is, 'notify/:token')
    .replace(/[^/]*@[^/]*/g, ':mail')
  return path.length > longest ? `${path.slice(0, longest)}…` : path
}
