/** Of amounts in any notation. */
export const isZero = (text: string): boolean => !/[1-9]/.test(text)

export const isNegative = (text: string): boolean => /^[-(]|-$/.test(text)
