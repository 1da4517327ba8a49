import { paperRoutes } from '@courtly/contracts/papers';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { paperUnder } from './papers.js';

const { showPaper } = paperRoutes;

@Controller()
export class PapersController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @RouteHandler(showPaper)
  showPaper(@RouteInput() { params }: Input<typeof showPaper>) {
    return paperUnder(this.config.policy, params.paper);
  }
}
