import { catalogRoutes } from '@courtly/contracts/catalog';
import { Controller, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { catalogOf } from './catalog.js';

@Controller()
export class CatalogController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @RouteHandler(catalogRoutes.showCatalog)
  showCatalog() {
    return catalogOf(this.config.policy);
  }
}
