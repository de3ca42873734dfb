/**
 * Scripts and styles of pages are built for these: what a phone of 2019 came with, never updated. An older browser gets
 * the page without script, which is complete.
 */
export const oldestBrowsers = ['chrome74', 'safari13', 'firefox78']
