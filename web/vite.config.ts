import { defineConfig } from "vite";

const server = "127.0.0.1:8333";

export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/thirdcard/server/client",
    emptyOutDir: true,
    sourcemap: false,
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
