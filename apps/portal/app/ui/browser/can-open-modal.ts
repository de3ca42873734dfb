/**
 * Tells whether dialogs open over the page as its style needs it: browsers of before 2022 have the method and not the
 * selector. There a step stays in the page, and a link leads to its list.
 */
export const canOpenModal = 'CSS' in window && CSS.supports('selector(dialog:modal)')
