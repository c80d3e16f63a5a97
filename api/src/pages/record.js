// The page of a record: what the bearer of this link sees of the table, and the log in words.
// The token comes behind `#` and goes into this tab's memory: never into an address again.

const WORDS = {
  en: {
    switch: "日本語", locale: "en",
    scribe: "You are the scribe: you see everything that was recorded.",
    seat: (name) => `You sit at the table as ${name}: you see what can be seen from there.`,
    reader: "You see what lies open on the table.",
    live: (moves) => `Live, after ${moves} ${moves === 1 ? "move" : "moves"}.`,
    over: (moves) => `Over, after ${moves} moves.`,
    abandoned: (moves) => `Abandoned, after ${moves} moves.`,
    log: "What happened", share: "Take this to another phone",
    warning: "Whoever reads this code sees and may do what you may. Show it to nobody else.",
    open: "Whoever reads this code sees what you see.",
    copy: "Copy the link", copied: "Copied",
    board: "The table, drawn", qr: "QR code of this link", someone: (seat) => `Seat ${seat}`,
    gone: "There is nothing here for this link. Perhaps the record is private and the link lacks its end, or its token was revoked: ask the scribe for a new one.",
    refused: "The token of this link is no longer valid: ask the scribe for a new link. Below is what everybody may see.",
    offline: "The service can't be reached just now. Trying again …",
  },
  ja: {
    switch: "English", locale: "ja",
    scribe: "記録者として見ています。記録されたことがすべて見えます。",
    seat: (name) => `${name}として見ています。その席から見えるものが見えます。`,
    reader: "卓に開かれているものが見えます。",
    live: (moves) => `進行中(${moves}手)`,
    over: (moves) => `終局(${moves}手)`,
    abandoned: (moves) => `中断(${moves}手)`,
    log: "これまでの経過", share: "別の端末で開く",
    warning: "このコードを読み取った人は、あなたと同じものを見て、同じことができます。他の人に見せないでください。",
    open: "このコードを読み取った人は、あなたと同じものを見られます。",
    copy: "リンクをコピー", copied: "コピーしました",
    board: "卓の図", qr: "このリンクのQRコード", someone: (seat) => `席${seat}`,
    gone: "このリンクで見られるものはありません。記録が非公開でリンクの終わりが欠けているか、トークンが失効したのかもしれません。記録者に新しいリンクをもらってください。",
    refused: "このリンクのトークンはもう使えません。記録者に新しいリンクをもらってください。下は誰にでも見えるものです。",
    offline: "今はサービスにつながりません。もう一度試します…",
  },
};
/** How often to look for news, in milliseconds: while the game goes on, and when it has ended. */
const OFTEN = 2000;
const SELDOM = 30000;

const id = location.pathname.split("/").filter(Boolean).at(-1);
const api = new URL(`../v1/games/${id}`, location.href).href.split("#")[0];
const element = (name) => document.getElementById(name);

let token = takeToken();
let language = localStorage.getItem("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
let tag = null;
let record = null;
let share = null;
let refused = false;

function takeToken() {
  const key = `token ${id}`;
  const shown = location.hash.slice(1);
  if (shown) {
    sessionStorage.setItem(key, shown);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(key);
}

function ask(path, options = {}) {
  const headers = { ...options.headers, "Accept-Language": language };
  if (token) headers.Authorization = `Bearer ${token}`;
  return fetch(api + path, { ...options, headers, cache: "no-store", referrerPolicy: "no-referrer" });
}

async function answer(path, options) {
  const response = await ask(path, options);
  if (!response.ok) throw Object.assign(new Error(path), { status: response.status });
  return response;
}

/** Looks whether there is news and shows it; whether the game goes on. */
async function look() {
  const response = await ask("", tag ? { headers: { "If-None-Match": tag } } : {});
  if (response.status === 304) return record.status === "live";
  if (response.status === 401 && token) {
    [token, share, tag, refused] = [null, null, null, true];
    element("share").hidden = true;
    return look();
  }
  if (!response.ok) throw Object.assign(new Error("record"), { status: response.status });
  record = await response.json();
  share ??= await (await answer("/share", post({}))).json();
  await Promise.all([showBoard(), showLog()]);
  showWords();
  tag = response.headers.get("ETag");
  return record.status === "live";
}

function post(body) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

async function showBoard() {
  const drawn = await (await answer(`/board.svg?language=${language}`)).text();
  const described = new DOMParser().parseFromString(drawn, "image/svg+xml");
  const board = element("board");
  const text = (name) => described.querySelector(name)?.textContent.trim();
  board.alt = [text("title"), text("desc")].filter(Boolean).join(" ") || WORDS[language].board;
  showImage(board, drawn);
  board.hidden = false;
}

function showImage(image, svg) {
  const before = image.src;
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  if (before) URL.revokeObjectURL(before);
}

async function showLog() {
  const { steps } = await (await answer("/replay")).json();
  const items = steps.filter((step) => step.narration).reverse().map((step) => {
    const item = document.createElement("li");
    item.value = step.step;
    item.append(...step.narration.map((told, line) => paragraph(told[language], line > 0)));
    return item;
  });
  element("log").replaceChildren(...items);
  element("log-title").hidden = items.length === 0;
}

function paragraph(text, followed) {
  const told = document.createElement("p");
  told.textContent = text;
  told.classList.toggle("followed", followed);
  return told;
}

function showWords() {
  const words = WORDS[language];
  document.documentElement.lang = language;
  element("language").textContent = words.switch;
  element("language").lang = language === "ja" ? "en" : "ja";
  element("log-title").textContent = words.log;
  element("share-title").textContent = words.share;
  element("copy").textContent = words.copy;
  element("qr").alt = words.qr;
  if (!record) return;
  element("status").textContent = words[record.status](record.moves);
  element("viewer").textContent = whoLooks(words);
  element("share-warning").textContent = share.role === "scribe" || share.role === "seat" ? words.warning : words.open;
  if (element("share").hidden) showImage(element("qr"), share.qr);
  element("share").hidden = false;
  if (refused) showTrouble(words.refused);
}

function whoLooks(words) {
  if (share.role === "scribe") return words.scribe;
  if (share.role !== "seat") return words.reader;
  return words.seat(record.names[share.seat] ?? words.someone(share.seat));
}

async function showTitle() {
  const rules = new URL("../v1/rules", location.href.split("#")[0]);
  const { games } = await (await fetch(rules)).json();
  const game = games.find((game) => game.slug === record.game);
  const title = game?.name?.[language] ?? record.game;
  element("title").textContent = title;
  document.title = `${title} – Kifu`;
}

function showTrouble(text) {
  element("trouble").textContent = text;
  element("trouble").hidden = !text;
}

async function follow() {
  let wait = OFTEN;
  try {
    if (document.visibilityState === "visible") {
      const first = !record;
      wait = (await look()) ? OFTEN : SELDOM;
      if (first) await showTitle();
      if (!refused) showTrouble("");
    }
  } catch (error) {
    const words = WORDS[language];
    showTrouble(error.status === 404 ? words.gone : words.offline);
    wait = error.status === 404 ? SELDOM : OFTEN;
  }
  setTimeout(follow, wait);
}

element("language").addEventListener("click", async () => {
  language = language === "ja" ? "en" : "ja";
  localStorage.setItem("language", language);
  showWords();
  if (record) await Promise.all([showTitle(), showBoard(), showLog()]).catch(() => showTrouble(WORDS[language].offline));
});

element("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(share.link);
  element("copy").textContent = WORDS[language].copied;
});

addEventListener("hashchange", () => location.reload());

showWords();
follow();
