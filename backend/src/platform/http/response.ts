import { StreamableFile } from '@nestjs/common';
import type { Route } from '@courtly/contracts/route';
import type { Request, Response } from 'express';
import { CommandResult } from '../kernel/command-result.js';
import { EncodedJson, entityTag } from './encoded-json.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON in one piece and without an ETag, for responses that are never cached. */
export const sendJson = (response: Response, status: number, body: object): void => {
  const jsonText = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(jsonText),
  });
  response.end(jsonText);
};

const sendEncoded = async (encodedJson: EncodedJson, request: Request, response: Response) => {
  response.setHeader('ETag', encodedJson.etag);
  response.vary('Accept-Encoding');
  if (request.fresh) return void response.status(304);
  const gzippedBody = request.acceptsEncodings('gzip') ? await encodedJson.gzipped() : null;
  if (!gzippedBody) {
    response.setHeader('Content-Type', JSON_TYPE);
    return encodedJson.jsonText;
  }
  response.setHeader('Content-Encoding', 'gzip');
  return new StreamableFile(gzippedBody, { type: JSON_TYPE, length: gzippedBody.byteLength });
};

/**
 * Serializes a handler's result: only the fields in the contract, plus the log position of a
 * command.
 */
export const respond = async (
  route: Route,
  result: unknown,
  response: Response,
): Promise<unknown> => {
  const { kind = 'json', method } = route;
  if (route.status === 303) return result;
  if (kind === 'text' && typeof result === 'string') response.setHeader('ETag', entityTag(result));
  if (kind === 'bytes' || kind === 'text') return result;
  if (result instanceof EncodedJson) return sendEncoded(result, response.req, response);
  const { value, position } =
    result instanceof CommandResult ? result : new CommandResult(result, null);
  if (position) response.setHeader('Courtly-Position', position);
  const contractValue = route.response.parse(value);
  return method === 'GET'
    ? sendEncoded(new EncodedJson(contractValue), response.req, response)
    : contractValue;
};
