import { siteLinkNames } from '@nyanja/server/content/site-links'

/** Turns `fields.0.errorMessage` into `Fields 1 › error message`. */
export function labelOf(key: string): string {
  const words = key
    .split('.')
    .map((part) =>
      /^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase(),
    )
    .join(' › ')
    .replaceAll(/ › (\d+)/g, ' $1')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const linkHint = (names: readonly string[]) =>
  `Names with commas between them, of ${names.join(', ')}; or a link of your own: [Words](https://example.com).`

/** Hints where the name of a text is not enough, by package and key. */
const hints: Readonly<Record<string, string>> = {
  'incident-banner/active': 'Write yes, and the note stands at the top of every page. Empty: it does not.',
  'incident-banner/href': 'The page behind the heading, or nothing.',
  'meta-data-config/preview': 'The picture that is shown when a visitor shares a link.',
  'getHelp-translation/ignoredWords': 'Words that every question has, with spaces between them.',
  'website-headers-config/links': linkHint(siteLinkNames['website-headers-config']),
  'website-footer-config/links': linkHint(siteLinkNames['website-footer-config']),
}

/** The hints by the end of the key. */
const hintsByEnd: readonly (readonly [RegExp, string])[] = [
  [/Html$/, 'HTML. What could do harm is taken out.'],
  [/\.rank$/, 'Says in which order it stands.'],
  [/\.pattern$/, 'What may be typed, as a regular expression.'],
  [/\.(required|isEnd)$/, 'true or false'],
]

export function hintFor(name: string, key: string): string | undefined {
  return hints[`${name}/${key}`] ?? hintsByEnd.find(([end]) => end.test(key))?.[1]
}
