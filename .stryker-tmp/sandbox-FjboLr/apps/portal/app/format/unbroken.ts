/** Stays on one line inside a sentence, as a number or an amount should. */
// @ts-nocheck

export const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')
