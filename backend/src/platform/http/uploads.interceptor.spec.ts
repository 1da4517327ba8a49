import { type Server } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  type ExecutionContext,
  type INestApplication,
  Module,
  Post,
  UploadedFiles,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FilesInterceptor } from '@nestjs/platform-express';
import { EMPTY, NEVER, lastValueFrom } from 'rxjs';
import { DomainErrorFilter } from './domain-error.filter.js';
import { processLimits } from './limits.js';
import { StopIfRefused, UploadsInterceptor } from './uploads.interceptor.js';

const uploadFrom = (ip: string, { closed = false } = {}) =>
  ({
    switchToHttp: () => ({
      getRequest: () => ({ ip, socket: { bytesRead: 0 }, once: () => undefined }),
      getResponse: () => ({ closed }),
    }),
  }) as unknown as ExecutionContext;

it('frees the place of a client that disconnected while it waited', async () => {
  const interceptor = new UploadsInterceptor(processLimits.uploads);
  // Multer never responds if the request was closed before.
  const disconnected = { handle: () => NEVER };
  for (let count = 0; count < processLimits.uploads.perKey; count++)
    await expect(
      interceptor.intercept(uploadFrom('203.0.113.1', { closed: true }), disconnected),
    ).rejects.toMatchObject({ code: 'too_busy' });
  const stored = await interceptor.intercept(uploadFrom('203.0.113.1'), { handle: () => EMPTY });
  expect(await lastValueFrom(stored, { defaultValue: 'stored' })).toBe('stored');
});

const EVERY_MS = 200;
const limits = { ...processLimits.uploads, bytes: 1_000, everyMs: EVERY_MS, completeMs: 60_000 };

let application: INestApplication | undefined;
let socket: Socket | undefined;
afterEach(async () => {
  socket?.destroy();
  await application?.close();
});

/** Serves one form and connects to it. */
const serveForms = async (changes: Partial<typeof limits> = {}) => {
  const stored: number[] = [];

  @Controller()
  class Photos {
    @Post('photos')
    @UseInterceptors(
      new UploadsInterceptor({ ...limits, ...changes }),
      FilesInterceptor('photos'),
      StopIfRefused,
    )
    store(@UploadedFiles() files: { size: number }[]) {
      stored.push(...files.map(({ size }) => size));
      return {};
    }
  }
  @Module({ controllers: [Photos] })
  class Club {}

  application = await NestFactory.create(Club, { logger: false, bodyParser: false });
  application.useGlobalFilters(new DomainErrorFilter());
  await application.listen(0, '127.0.0.1');
  const { port } = (application.getHttpServer() as Server).address() as AddressInfo;
  socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return { socket, stored };
};

const part = '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n';
const end = '\r\n--x--\r\n';
const SIZE = 4_000;
const head = `POST /photos HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${part.length + SIZE + end.length}\r\n\r\n`;

/**
 * Returns what arrives until the connection closes, or until it is reset because the test was still
 * sending.
 */
const responseOf = async (connection: Socket) => {
  let received = '';
  connection.on('data', (chunk) => (received += String(chunk)));
  connection.on('error', () => undefined);
  await new Promise((resolve) => connection.once('close', resolve));
  return received;
};

describe('a form with photos', () => {
  it('is refused if it stops arriving, and its connection closes', async () => {
    const { socket, stored } = await serveForms();
    socket.write(`${head}${part}${'a'.repeat(100)}`);
    const response = await responseOf(socket);
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('"code":"too_slow"');
    expect(stored).toEqual([]);
  });

  it('is refused if it trickles in, even if no single wait is too long', async () => {
    const { socket } = await serveForms();
    socket.write(`${head}${part}`);
    const trickle = setInterval(() => socket.write('a'), EVERY_MS / 10);
    const response = await responseOf(socket).finally(() => clearInterval(trickle));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is refused if it is not complete at its deadline', async () => {
    const { socket } = await serveForms({ bytes: 1, completeMs: EVERY_MS });
    socket.write(`${head}${part}`);
    const trickle = setInterval(() => socket.write('a'), EVERY_MS / 10);
    const response = await responseOf(socket).finally(() => clearInterval(trickle));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is stored if it arrives in time', async () => {
    const { socket, stored } = await serveForms({ everyMs: 60_000 });
    socket.write(`${head}${part}${'a'.repeat(SIZE)}${end}`);
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(String(response)).toMatch(/^HTTP\/1\.1 201 /);
    expect(stored).toEqual([SIZE]);
  });
});
