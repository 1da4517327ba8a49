import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { ROUTE_METADATA } from './route-of.js';

/** The metadata key of Nest for a handler's path. */
const PATH_METADATA = 'path';

/** Stops the application at startup if it has a handler outside the contract's route table. */
@Injectable()
export class RouteTableCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly metadataScanner: MetadataScanner,
  ) {}

  /** @throws Error with the names of the handlers */
  onModuleInit() {
    const knownRoutes = new Set<Route>(Object.values(routes));
    const unlistedHandlers = this.discovery.getControllers().flatMap(({ metatype }) => {
      const prototype = (metatype as { prototype: Record<string, object> }).prototype;
      return this.metadataScanner
        .getAllMethodNames(prototype)
        .filter((methodName) => Reflect.hasMetadata(PATH_METADATA, prototype[methodName]!))
        .filter(
          (methodName) =>
            !knownRoutes.has(Reflect.getMetadata(ROUTE_METADATA, prototype[methodName]!) as Route),
        )
        .map((methodName) => `${metatype!.name}.${methodName}`);
    });
    if (unlistedHandlers.length > 0)
      throw new Error(
        `${unlistedHandlers.join(', ')} would serve requests without a row in the route table. Add one to contracts/src/routes.ts and serve it with @RouteHandler(route).`,
      );
  }
}
