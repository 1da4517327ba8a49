import { BlockList } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { withoutPort } from '../http/client-address.js';

/** One visitor on the server itself sends fewer. */
const SAME_ADDRESS_REQUESTS = 1_000;

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

/** Notices a TRUST_PROXY that does not fit the proxies in front, and logs it once. */
@Injectable()
export class ProxyCheck {
  private readonly logger = new Logger('proxy');
  private firstAddress: string | undefined;
  private sameAddressCount = 0;
  private isVaried = false;

  /** What is probably wrong, or null. */
  problem: string | null = null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'NODE_ENV' | 'TRUST_PROXY'>) {}

  readonly middleware = (request: Request, _response: Response, next: NextFunction): void => {
    if (this.config.NODE_ENV === 'production' && !this.problem) this.observe(request);
    next();
  };

  private observe(request: Request) {
    const forwarded = ['X-Forwarded-For', 'Forwarded'].find((name) => request.get(name));
    if (this.config.TRUST_PROXY === 0 && forwarded)
      return this.report(`A request arrived with ${forwarded}, but TRUST_PROXY is 0.`);
    if (this.isVaried) return;
    const address = withoutPort(request.ip ?? '');
    this.firstAddress ??= address;
    this.isVaried = address !== this.firstAddress || !isPrivate(address);
    if (!this.isVaried && ++this.sameAddressCount >= SAME_ADDRESS_REQUESTS)
      this.report(`All requests seem to come from the private address ${address}.`);
  }

  private report(finding: string) {
    this.problem = `${finding} ${SOLUTION}`;
    this.logger.warn(this.problem);
  }
}
