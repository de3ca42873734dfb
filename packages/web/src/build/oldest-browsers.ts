/**
 * The browsers of a phone of 2019 that was never updated, for which scripts and styles of pages are built. An older
 * browser gets the page without script, which is complete.
 */
export const oldestBrowsers = ['chrome74', 'safari13', 'firefox78']
