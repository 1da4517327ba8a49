import { StreamableFile } from '@nestjs/common';
import type { Route } from '@courtly/contracts/route';
import type { Request, Response } from 'express';
import { CommandResult } from '../kernel/command-result.js';
import { EncodedJson } from './encoded-json.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON in one piece without an ETag, for responses that nothing caches. */
export const sendJson = (response: Response, status: number, value: object): void => {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
};

const send = async (encoded: EncodedJson, request: Request, response: Response) => {
  response.setHeader('ETag', encoded.etag);
  response.vary('Accept-Encoding');
  if (request.fresh) return void response.status(304);
  const gzipped = request.acceptsEncodings('gzip') ? await encoded.gzipped() : null;
  if (!gzipped) {
    response.setHeader('Content-Type', JSON_TYPE);
    return encoded.text;
  }
  response.setHeader('Content-Encoding', 'gzip');
  return new StreamableFile(gzipped, { type: JSON_TYPE, length: gzipped.byteLength });
};

/**
 * Serializes a handler's result: only fields of the contract, plus the log position of a command.
 */
export const respond = async (
  route: Route,
  result: unknown,
  response: Response,
): Promise<unknown> => {
  const { kind = 'json', method } = route;
  if (kind === 'bytes' || kind === 'text') return result;
  if (result instanceof EncodedJson) return send(result, response.req, response);
  const { value, position } =
    result instanceof CommandResult ? result : new CommandResult(result, null);
  if (position) response.setHeader('Courtly-Position', position);
  const allowed = route.response.parse(value);
  return method === 'GET' ? send(new EncodedJson(allowed), response.req, response) : allowed;
};
