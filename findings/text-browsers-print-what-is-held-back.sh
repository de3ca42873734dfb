#!/bin/sh
# w3m 0.5.3, Lynx 2.9.0dev.12, ELinks 0.13.2 and Links 2.28 (Debian's packages): all four print what is inside a
# template element, an element with the attribute hidden, and a dialog that is not open. A page that keeps "Please wait"
# or "No results" there for its script tells their readers that it waits or has found nothing. A text in an attribute,
# which script or a style sheet shows, is read by none of the four.
set -eu
folder=$(mktemp -d /tmp/finding-XXXXXX)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial root
apt-get -qq -y -o Dir::Cache::archives="$folder/archives" -o APT::Sandbox::User=root --no-install-recommends --reinstall \
  --download-only install w3m=0.5.3+git20230121-2 lynx=2.9.0dev.12-1 elinks=0.13.2-1+b4 links2=2.28-1+b2 >log 2>&1 || { cat log; exit 1; }
for package in archives/*.deb; do dpkg -x "$package" root; done
PATH="$folder/root/usr/bin:$PATH"
LD_LIBRARY_PATH="$folder/root/usr/lib/$(uname -m)-linux-gnu"
export PATH LD_LIBRARY_PATH
cat > page.html <<'HTML'
<!doctype html>
<title>Page</title>
<p>shown</p>
<template><p>template</p></template>
<p hidden>hidden</p>
<dialog><p>dialog</p></dialog>
<p data-text="attribute"></p>
HTML
for browser in w3m lynx elinks links2; do
  echo "$browser:" $("$browser" -dump page.html)
done > seen
cat seen
cat > expected <<'TXT'
w3m: shown template hidden dialog
lynx: shown template hidden dialog
elinks: shown template hidden dialog
links2: shown template hidden dialog
TXT
diff expected seen
