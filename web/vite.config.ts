import { defineConfig, type Plugin } from "vite";

const server = "127.0.0.1:8333";

/** What the page is made of beside what is bundled. */
const PUBLIC = [
  "/favicon.svg",
  "/icons/icon-192.png",
  "/icons/icon-512.png",
  "/look.js",
  "/manifest.webmanifest",
];

/** Return a short name of some texts: FNV-1a, which is enough to tell builds apart. */
function hashOf(texts: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of texts.join("\n")) {
    hash = ((hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n) & (2n ** 64n - 1n);
  }
  return hash.toString(16).padStart(16, "0");
}

/** Tell the worker which files the pages are made of, and a version that changes with them. */
function listShell(): Plugin {
  return {
    name: "thirdcard-shell",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") this.error("there is no worker");
      if (worker.imports.length > 0) this.error("the worker may not import anything");
      const assets = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`)
        .sort();
      const page = bundle["index.html"];
      const text = page?.type === "asset" ? String(page.source) : "";
      const version = hashOf([...assets, text, worker.code]);
      worker.code = worker.code
        .replaceAll("__SHELL__", JSON.stringify([...PUBLIC, ...assets]))
        .replaceAll("__VERSION__", JSON.stringify(version));
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [listShell()],
  build: {
    outDir: "../src/thirdcard/server/client",
    emptyOutDir: true,
    sourcemap: false,
    rollupOptions: {
      input: { index: "index.html", sw: "src/worker/sw.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": `http://${server}`,
      "/cards": `http://${server}`,
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
});
