/** Pictures that the page shows and we serve, each once: browsers ask for them too. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img\s[^>]*?\bsrc="(\/[^"/][^"]*)"/g)].map(([, source = '']) => source)),
]
