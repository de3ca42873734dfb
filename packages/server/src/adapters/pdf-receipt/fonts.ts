/// <reference path="./pdfkit.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/**
 * The files of Roboto, in which most phones show pages, with the whole of its Latin, so also ŵ. Its licence is the SIL
 * Open Font License.
 */
const files = {
  plain: () => require.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
  bold: () => require.resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
  heavy: () => require.resolve('@expo-google-fonts/roboto/800ExtraBold/Roboto_800ExtraBold.ttf'),
} as const

export type FontName = keyof typeof files
export type Fonts = Readonly<Record<FontName, Font>>

let opened: Fonts | undefined

/** Reading the tables of a font takes longer than drawing a receipt with it, so they are read once. */
export function openFonts(): Fonts {
  opened ??= { plain: open('plain'), bold: open('bold'), heavy: open('heavy') }
  return opened
}

const open = (name: FontName) => create(readFileSync(files[name]()))
