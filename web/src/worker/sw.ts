/**
 * The worker between the pages and the server: what the pages are made of is there without it.
 *
 * | what                          | where it comes from                                             |
 * | ----------------------------- | --------------------------------------------------------------- |
 * | a page                        | the server; the kept one where that is silent for a while       |
 * | scripts and styles            | what was kept: their names hold a hash of what is in them       |
 * | cards, words, icons, facts    | the server; what it answered last where that is silent          |
 * | anything else, all WebSockets | the server alone                                                |
 *
 * A renewed server has a worker of another version, which takes over at once and drops what the one
 * before it kept.  This file imports nothing, for it is loaded as a plain script.
 */

declare const __SHELL__: readonly string[];
declare const __VERSION__: string;

// The worker's own types are in a library that cannot stand beside that of pages.
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

const worker = self as unknown as WorkerScope;

const SHELL = __SHELL__;
const PREFIX = "thirdcard-";
const SHELL_CACHE = `${PREFIX}shell-${__VERSION__}`;
const FACTS_CACHE = `${PREFIX}facts-${__VERSION__}`;
const PAGE = "/";
/** After so many milliseconds what was kept is shown. */
const PATIENCE = 3000;

/** What the server tells that a page may need to start; see the module's table. */
const FACTS = /^\/(?:cards\/|languages\/|icons\/|[a-z]+\.(?:js|svg|webmanifest)$|api\/(?:axes|themes|options|variants\/|daily\/[\d-]+$))/;
const FILES = /^\/assets\//;
/** What is no page though it may be opened as one. */
const NO_PAGE = /^\/(?:api|ws|cards|assets|icons|languages)\//;

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    if (!NO_PAGE.test(url.pathname)) event.respondWith(answerPage(event));
  } else if (FACTS.test(url.pathname)) {
    event.respondWith(answerFact(event));
  } else if (FILES.test(url.pathname)) {
    event.respondWith(answerFile(request));
  }
});

async function install(): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  // Past the browser's own cache: what is kept here must be of this version.
  await shell.addAll([PAGE, ...SHELL].map((path) => new Request(path, { cache: "reload" })));
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const kept = [SHELL_CACHE, FACTS_CACHE];
  const old = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && !kept.includes(key));
  await Promise.all(old.map((key) => caches.delete(key)));
  await worker.clients.claim();
}

/** Return the server's answer, null where there is none in time. */
async function askServer(asked: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([asked.catch(() => null), late]);
}

async function answerPage(event: FetchEvent): Promise<Response> {
  const asked = fetch(event.request);
  const answer = await askServer(asked);
  if (answer) {
    event.waitUntil(keepPage(answer.clone()));
    return answer;
  }
  const shell = await caches.open(SHELL_CACHE);
  return (await shell.match(PAGE)) ?? asked;
}

/** Keep a page in the place of the one before, which may be in another language. */
async function keepPage(answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected) return;
  // A page of another version names scripts that are not kept here.
  const text = await answer.clone().text();
  const entry = SHELL.find((path) => path.startsWith("/assets/index-") && path.endsWith(".js"));
  if (entry === undefined || !text.includes(entry)) return;
  await (await caches.open(SHELL_CACHE)).put(PAGE, answer);
}

async function answerFact(event: FetchEvent): Promise<Response> {
  const facts = await caches.open(FACTS_CACHE);
  const asked = fetch(event.request);
  const answer = await askServer(asked);
  if (answer) {
    if (answer.ok) event.waitUntil(facts.put(event.request, answer.clone()));
    return answer;
  }
  return (await facts.match(event.request)) ?? (await shell(event.request)) ?? asked;
}

async function answerFile(request: Request): Promise<Response> {
  return (await shell(request)) ?? fetch(request);
}

/** Return what was kept when the worker was installed. */
async function shell(request: Request): Promise<Response | undefined> {
  return (await caches.open(SHELL_CACHE)).match(request, { ignoreSearch: true });
}
