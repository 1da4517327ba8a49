import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '@courtly/backend/app';
import { readConfig } from '@courtly/backend/config';
import { type Changed, newerSlices } from './newer-slices.js';

// Runs as a child process: it reports its address to the parent and exits together with it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const config = readConfig(process.env);
const application = await createApp(config, newerSlices(process.argv[2] as Changed));
await application.listen(config.PORT, config.HOST);
const { port } = (application.getHttpServer() as Server).address() as AddressInfo;
process.send!({ url: `http://127.0.0.1:${port}` });
