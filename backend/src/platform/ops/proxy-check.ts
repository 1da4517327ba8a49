import { BlockList } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { withoutPort } from '../http/client-address.js';

/**
 * Requests are judged in windows of this size. A single visitor on the server itself sends fewer.
 */
const WINDOW_REQUESTS = 1_000;
/** A proxy forwards every request, but a monitor, for example, may call the server directly. */
const FORWARDED_SHARE = 0.9;

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6');

const isPrivate = (address: string): boolean =>
  privateAddresses.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

const SOLUTION =
  'Set TRUST_PROXY to the number of proxies in front, because limits and waivers depend on the address of the caller.';

type Window = { requests: number; forwarded: number; header: string };

const emptyWindow = (): Window => ({ requests: 0, forwarded: 0, header: '' });

/**
 * Detects and logs a TRUST_PROXY that does not match the proxies in front of the server. Anyone can
 * send a header, so only headers from private addresses count, and only if most requests have them.
 */
@Injectable()
export class ProxyCheck {
  private readonly logger = new Logger('proxy');
  private window = emptyWindow();
  private firstAddress: string | undefined;
  private isVaried = false;

  /** What is probably wrong, or null. */
  problem: string | null = null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'NODE_ENV' | 'TRUST_PROXY'>) {}

  readonly middleware = (request: Request, _response: Response, next: NextFunction): void => {
    if (this.config.NODE_ENV === 'production') this.observe(request);
    next();
  };

  private observe(request: Request) {
    const address = withoutPort(request.ip ?? '');
    this.firstAddress ??= address;
    this.isVaried ||= address !== this.firstAddress || !isPrivate(address);
    const peer = withoutPort(request.socket.remoteAddress ?? '');
    const header = ['X-Forwarded-For', 'Forwarded'].find((name) => request.get(name));
    if (header && isPrivate(peer)) {
      this.window.forwarded += 1;
      this.window.header = header;
    }
    this.window.requests += 1;
    if (this.window.requests < WINDOW_REQUESTS) return;
    this.report(this.judge(this.window));
    this.window = emptyWindow();
  }

  private judge({ requests, forwarded, header }: Window): string | null {
    if (this.config.TRUST_PROXY === 0 && forwarded >= requests * FORWARDED_SHARE)
      return `Nearly all requests arrive with ${header} from a private address, but TRUST_PROXY is 0.`;
    if (!this.isVaried)
      return `All requests seem to come from the private address ${this.firstAddress ?? ''}.`;
    return null;
  }

  private report(finding: string | null) {
    const problem = finding && `${finding} ${SOLUTION}`;
    if (problem === this.problem) return;
    this.problem = problem;
    if (problem) this.logger.warn(problem);
    else this.logger.log('TRUST_PROXY matches the latest requests again.');
  }
}
