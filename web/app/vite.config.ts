import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The names of the files are fixed, because they are committed and embedded.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  build: {
    outDir: process.env.TILEWRIGHT_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: 'app.js',
        assetFileNames: 'app[extname]',
      },
    },
  },
  server: {
    proxy: { '/api': { target: process.env.TILEWRIGHT_SERVER ?? 'http://127.0.0.1:8080', ws: true } },
  },
});
