/// <reference path="./pdfkit.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/**
 * The files of Roboto, in which most phones show pages, and of Noto Sans, which has the letters of further languages,
 * such as ɛ, ɔ and ɓ. The licence of both is the SIL Open Font License.
 */
const files = {
  plain: () => require.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
  bold: () => require.resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
  heavy: () => require.resolve('@expo-google-fonts/roboto/800ExtraBold/Roboto_800ExtraBold.ttf'),
  widePlain: () => require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  wideBold: () => require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
} as const

type FileName = keyof typeof files
export type FontName = 'plain' | 'bold' | 'heavy'

/** The font that writes what the first one of its weight lacks. */
const wideOf = { plain: 'widePlain', bold: 'wideBold', heavy: 'wideBold' } as const satisfies Record<FontName, FileName>

const opened = new Map<FileName, Font>()

/** Reading the tables of a font takes longer than drawing a receipt with it, so they are read once. */
function open(name: FileName): Font {
  const font = opened.get(name) ?? create(readFileSync(files[name]()))
  opened.set(name, font)
  return font
}

const lacksLetter = (font: Font) => (letter: string) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

/** Lists the letters of a text that a receipt cannot show. */
export function listMissingLetters(text: string): readonly string[] {
  const letters = [...new Set(text)].filter((letter) => !/\p{C}/u.test(letter))
  return letters.filter(lacksLetter(open('plain'))).filter(lacksLetter(open('widePlain')))
}

/**
 * Finds the font that has the letters of a text, a whole text in one font. A character that both lack would make the
 * file invalid, so it is replaced.
 */
export function fontFor(text: string, wanted: FontName) {
  const letters = [...text]
  const isWide = letters.some(lacksLetter(open(wanted)))
  const name = isWide ? wideOf[wanted] : wanted
  const font = open(name)
  const lacks = lacksLetter(font)
  return { name, font, shown: isWide ? letters.map((letter) => (lacks(letter) ? '?' : letter)).join('') : text }
}
