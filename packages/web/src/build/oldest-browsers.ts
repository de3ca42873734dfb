/**
 * Scripts and styles of pages are built for the browsers of an un-updated phone of 2019. An older browser gets the page
 * without script, which is complete.
 */
export const oldestBrowsers = ['chrome74', 'safari13', 'firefox78']
