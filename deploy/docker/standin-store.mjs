// Starts a stand-in, which listens only on loopback, behind the port of the real server of its
// image. Also serves EventStoreDB's health page, which the stand-in does not have.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const [port, ...command] = process.argv.slice(2);
const HEALTHY = 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n';

const store = spawn(process.execPath, [...command, '--port', '0'], {
  env: { ...process.env, NODE_ENV: 'development' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
store.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => store.kill());

createInterface({ input: store.stdout }).once('line', (line) => {
  const behind = JSON.parse(line).port;
  // Small packets must not wait for each other. They do not on the real servers, and tests measure
  // response times.
  createServer({ noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    client.once('data', (first) => {
      if (first.toString('latin1').startsWith('GET /health/')) return client.end(HEALTHY);
      const server = connect({ port: behind, host: '127.0.0.1', noDelay: true });
      server.on('error', () => client.destroy());
      for (const [one, other] of [
        [client, server],
        [server, client],
      ])
        one.on('close', () => other.destroy());
      server.write(first);
      client.pipe(server).pipe(client);
    });
  }).listen(Number(port), '0.0.0.0');
});
