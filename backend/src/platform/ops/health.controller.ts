import { Controller } from '@nestjs/common';
import { operationRoutes } from '@courtly/contracts/operations';
import { RouteHandler } from '../http/route-handler.js';
import { DomainError } from '../kernel/domain-error.js';
import { Health } from './health.js';

@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @RouteHandler(operationRoutes.live)
  live() {
    return { status: 'ok' } as const;
  }

  @RouteHandler(operationRoutes.ready)
  async ready() {
    const { ready } = await this.health.checkHealth();
    if (!ready) throw new DomainError('store_unavailable', 'Courtly is starting.');
    return { status: 'ok' } as const;
  }
}
