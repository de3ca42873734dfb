export const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)

/** `1.04`: moved by four percent. */
export const ratio = (value: number) => value.toFixed(2)
