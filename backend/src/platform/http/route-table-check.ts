import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { ROUTE } from './route-of.js';

/** Where Nest keeps the path of a handler. */
const PATH = 'path';

/** The edge is closed: an application with a handler that has no row in the contract's table of routes does not start. */
@Injectable()
export class RouteTableCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws Error naming the handlers that have no row */
  onModuleInit() {
    const rows = new Set<Route>(Object.values(routes));
    const open = this.discovery.getControllers().flatMap(({ metatype }) => {
      const prototype = (metatype as { prototype: Record<string, object> }).prototype;
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((name) => Reflect.hasMetadata(PATH, prototype[name]!))
        .filter((name) => !rows.has(Reflect.getMetadata(ROUTE, prototype[name]!) as Route))
        .map((name) => `${metatype!.name}.${name}`);
    });
    if (open.length > 0)
      throw new Error(
        `${open.join(', ')} would answer requests without a row in the table of routes. Add one to contracts/src/routes.ts and serve it with @RouteHandler(route).`,
      );
  }
}
