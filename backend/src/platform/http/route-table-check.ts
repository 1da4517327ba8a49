import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { ROUTE } from './route-of.js';

/** The metadata key of Nest for a handler's path. */
const PATH = 'path';

/** Fails the start of an application with a handler that is not in the contract's route table. */
@Injectable()
export class RouteTableCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** @throws Error with the names of the handlers */
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
        `${open.join(', ')} would answer requests without a row in the route table. Add one to contracts/src/routes.ts and serve it with @RouteHandler(route).`,
      );
  }
}
