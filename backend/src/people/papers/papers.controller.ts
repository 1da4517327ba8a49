import { paperRoutes } from '@courtly/contracts/papers';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AcceptedPapers } from './accepted-papers.service.js';
import { paperUnder } from './papers.js';

const { acceptedPapers, showPaper } = paperRoutes;

@Controller()
export class PapersController {
  constructor(
    private readonly acceptedPapers: AcceptedPapers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @RouteHandler(acceptedPapers)
  listAcceptedPapers(@CurrentUser() { id }: Actor) {
    return this.acceptedPapers.of(id);
  }

  @RouteHandler(showPaper)
  showPaper(@RouteInput() { params }: Input<typeof showPaper>) {
    return paperUnder(this.config.policy, params.paper);
  }
}
