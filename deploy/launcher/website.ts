import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './setup.mjs';

const [port, apiPort] = process.argv.slice(2).map(Number);
process.env.API_URL = `http://127.0.0.1:${apiPort}`;
const devServer = await createServer({
  root: join(root, 'frontend'),
  clearScreen: false,
  logLevel: 'warn',
  server: { host: '127.0.0.1', port, strictPort: true },
});
await devServer.listen();
process.stdin.on('end', () => process.exit()).resume();
console.log(
  JSON.stringify({ ready: true, service: 'website', port, url: `http://localhost:${port}` }),
);
