import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import { operationRoutes } from '@courtly/contracts/operations';
import { route } from '@courtly/contracts/route';
import { z } from 'zod';
import { RouteTableCheck } from './route-table-check.js';
import { RouteHandler } from './route-handler.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { Progress } from '../projections/progress.js';

@Controller()
class Bare {
  @Get('/api/wide')
  list() {
    return 'for anybody';
  }
}

@Controller()
class Unlisted {
  @RouteHandler(
    route({
      method: 'GET',
      path: '/api/unlisted',
      summary: 'Not in the table',
      access: 'anyone',
      status: 200,
      response: z.string(),
    }),
  )
  show() {
    return 'for anybody';
  }
}

@Controller()
class Listed {
  @RouteHandler(operationRoutes.live)
  live() {
    return { status: 'ok', details: {} };
  }
}

const start = async (controller: new () => object) => {
  const doubles = [Progress, IdempotencyKeys].map((provide) => ({ provide, useValue: {} }));
  const module = Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers: [controller],
    providers: [RouteTableCheck, ...doubles],
  });
  return (await module.compile()).init();
};

describe('the route table check', () => {
  it.each([
    [Bare, 'Bare.list'],
    [Unlisted, 'Unlisted.show'],
  ])('stops an application with a handler that has no row in the table', (controller, name) =>
    expect(start(controller)).rejects.toThrow(
      `${name} would serve requests without a row in the route table`,
    ),
  );

  it('accepts an application whose handlers all have a row', async () => {
    const module = await start(Listed);
    await module.close();
  });
});
