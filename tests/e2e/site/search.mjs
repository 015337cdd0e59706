// node search.mjs PLAYWRIGHT CHROMIUM SITE WORD: searches the site from the disk for a word, follows
// the first page that is found, and prints what was seen as JSON.

import path from "node:path";
import { pathToFileURL } from "node:url";

const [playwright, executablePath, site, word] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(path.join(playwright, "index.mjs")).href);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const elsewhere = [];
page.on("request", (request) => {
  if (!/^(file|data|blob):/.test(request.url())) {
    elsewhere.push(request.url());
  }
});
try {
  await page.goto(pathToFileURL(path.join(site, "index.html")).href);
  await page.locator(".md-search__input").click();
  await page.keyboard.type(word);
  const results = page.locator(".md-search-result__item > a:visible");
  await results.first().waitFor();
  const found = await results.evaluateAll((links) => links.map((link) => link.pathname));
  await results.first().click();
  await page.waitForURL((url) => !url.pathname.endsWith("/index.html"));
  const text = await page.locator("article").innerText();
  console.log(JSON.stringify({ found, leads: text.includes(word), elsewhere }));
} finally {
  await browser.close();
}
