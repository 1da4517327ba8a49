import { Controller, Inject, type MessageEvent, Req, UseGuards } from '@nestjs/common';
import type { Input } from '@courtly/contracts/route';
import { streamRoutes } from '@courtly/contracts/stream';
import {
  type Observable,
  bufferTime,
  filter,
  interval,
  last,
  map,
  merge,
  mergeMap,
  share,
  takeUntil,
  timer,
} from 'rxjs';
import { Progress } from '../projections/progress.js';
import { type Coalesced, changesFor, coalesce } from './audience.js';
import { RouteHandler } from './route-handler.js';
import { limits } from './limits.js';
import { type CourtlyRequest, RouteInput } from './request.js';
import { SESSION_ENDS, type SessionEnds } from './session-ends.js';
import { StreamLimit } from './stream-limit.guard.js';

const HEARTBEAT_MS = 20_000;
/** The interval in which changes are coalesced: at most one message per read model. */
const COALESCE_MS = 150;

const { changes } = streamRoutes;

/**
 * Streams to browsers which data to reload, until the session ends or an hour passes; the browser
 * then reconnects. Heartbeats reveal dead connections.
 */
@Controller()
export class StreamController {
  /** Coalesced once for all streams. */
  private readonly coalesced: Observable<Coalesced[]>;
  private readonly heartbeat = interval(HEARTBEAT_MS).pipe(
    map(() => ({ type: 'heartbeat', data: '' })),
    share(),
  );

  constructor(
    private readonly progress: Progress,
    @Inject(SESSION_ENDS) private readonly ends: SessionEnds,
  ) {
    this.coalesced = progress.updates.pipe(
      bufferTime(COALESCE_MS),
      filter((updates) => updates.length > 0),
      map(coalesce),
      share(),
    );
  }

  @RouteHandler(changes)
  @UseGuards(StreamLimit)
  follow(
    @RouteInput() { query }: Input<typeof changes>,
    @Req() request: CourtlyRequest,
  ): Observable<MessageEvent> {
    const changed = this.coalesced.pipe(
      mergeMap((all) => changesFor(all, request.user?.id, query.topics)),
      map((change) => ({ type: 'change', data: change })),
    );
    const closing = this.progress.updates.pipe(last(null, null));
    const over = merge(this.ends.of(request), timer(limits.streams.lastsMs), closing);
    return merge(changed, this.heartbeat).pipe(takeUntil(over));
  }
}
