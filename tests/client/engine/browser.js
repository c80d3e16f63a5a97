// Serves the package of the engine to a browser, which runs its README and posts what that says. Usage: browser.js BROWSER

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const TYPES = { js: "text/javascript", wasm: "application/wasm" };
const TIMEOUT_MS = 60_000;
const PAGE = `<!doctype html>
<script type="importmap">{ "imports": { "@kifu/engine": "/node_modules/@kifu/engine/index.js" } }</script>
<script type="module">
  const said = [];
  console.log = (...words) => said.push(words.join(" "));
  await import("/readme.js").catch((error) => said.push(error));
  await fetch("/said", { method: "POST", body: said.join("\\n") });
</script>`;

const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    console.log(await text(request));
    browser.kill();
    process.exit();
  }
  if (request.url === "/") return response.setHeader("Content-Type", "text/html").end(PAGE);
  const file = await readFile(`.${request.url}`).catch(() => null);
  response.setHeader("Content-Type", TYPES[request.url.split(".").pop()] ?? "text/plain");
  return response.writeHead(file ? 200 : 404).end(file);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = spawn(process.argv[2], ["--headless", "--no-sandbox", address], { stdio: "ignore" });
setTimeout(() => {
  browser.kill();
  console.error("the browser has said nothing");
  process.exit(1);
}, TIMEOUT_MS);
