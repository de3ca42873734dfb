#!/bin/sh
# Chromium 156 (Debian's package chromium, driven by npm package playwright-core 1.65.1): Tab goes through a date field
# in four stops, its three parts and the button of its calendar. At the fourth document.activeElement is still the
# field, and it no longer matches :focus or :focus-visible; only :focus-within does. A style sheet that draws its focus
# by :focus alone shows a person with a keyboard nothing for one stop, and a check that asks activeElement for the style
# of :focus finds a field that has the focus without it.
set -eu
folder=$(mktemp -d /tmp/finding-XXXXXX)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . playwright-core@1.65.1
cat > try.cjs <<'JS'
const { chromium } = require('playwright-core')
async function main() {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic']
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
  console.log('version', browser.version().split('.')[0])
  const page = await browser.newPage()
  await page.setContent('<input id="day" type="date" value="2026-11-01"><a href="#">next</a>')
  for (let stop = 1; stop <= 4; stop += 1) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(() => {
      const active = document.activeElement
      return [active.id, ...[':focus', ':focus-visible', ':focus-within'].map((one) => active.matches(one))].join(' ')
    })
    console.log('stop', stop, seen)
  }
  await browser.close()
}
main()
JS
node try.cjs > seen
cat seen
cat > expected <<'TXT'
version 156
stop 1 day true true true
stop 2 day true true true
stop 3 day true true true
stop 4 day false false true
TXT
diff expected seen
