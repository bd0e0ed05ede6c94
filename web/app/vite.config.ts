import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The board of a game is its own file, named after the game. */
const GAME = /board\/src\/(\w+)\/index\.ts$/;

// The names of the files are fixed, because they are committed and embedded.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  build: {
    outDir: process.env.TILEWRIGHT_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'svelte', test: /node_modules\/svelte/ }] },
        entryFileNames: 'app.js',
        chunkFileNames: ({ name, facadeModuleId }) => `${GAME.exec(facadeModuleId ?? '')?.[1] ?? name}.js`,
        assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'app.css' : '[name][extname]'),
      },
    },
  },
  server: {
    proxy: { '/api': { target: process.env.TILEWRIGHT_SERVER ?? 'http://127.0.0.1:8080', ws: true } },
  },
});
