import { Controller, Inject, type MessageEvent, Req, UseGuards } from '@nestjs/common';
import type { Input } from '@courtly/contracts/route';
import { streamRoutes } from '@courtly/contracts/stream';
import {
  type Observable,
  bufferTime,
  filter,
  ignoreElements,
  interval,
  last,
  map,
  merge,
  mergeMap,
  share,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { Progress } from '../projections/progress.js';
import { Readers } from '../projections/readers.js';
import { type Coalesced, changesFor, coalesce } from './audience.js';
import { RouteHandler } from './route-handler.js';
import { processLimits } from './limits.js';
import { type CourtlyRequest, RouteInput } from './request.js';
import { SESSION_ENDS, type SessionEnds } from './session-ends.js';
import { StreamLimit } from './stream-limit.guard.js';

const HEARTBEAT_MS = 20_000;
/** Changes within this interval are coalesced into at most one message per read model. */
const COALESCE_MS = 150;
const ANNOUNCE_MS = 1_000;

const { changes } = streamRoutes;

/**
 * Notifies browsers about data to reload, until the session ends or an hour passes; then the
 * browser reconnects. Heartbeats reveal dead connections.
 */
@Controller()
export class StreamController {
  /** Changes, coalesced once for all streams. */
  private readonly coalesced: Observable<Coalesced[]>;
  private readonly heartbeat = interval(HEARTBEAT_MS).pipe(
    map(() => ({ type: 'heartbeat', data: '' })),
    share(),
  );

  constructor(
    private readonly progress: Progress,
    readers: Readers,
    @Inject(SESSION_ENDS) private readonly sessionEnds: SessionEnds,
  ) {
    const announcements = timer(0, ANNOUNCE_MS).pipe(
      tap(() => readers.announce()),
      ignoreElements(),
    );
    const coalescedUpdates = progress.updates.pipe(
      bufferTime(COALESCE_MS),
      filter((updateBatch) => updateBatch.length > 0),
      map(coalesce),
    );
    // Announces readers while at least one stream is open.
    this.coalesced = merge(coalescedUpdates, announcements).pipe(share());
  }

  @RouteHandler(changes)
  @UseGuards(StreamLimit)
  streamChanges(
    @RouteInput() { query }: Input<typeof changes>,
    @Req() request: CourtlyRequest,
  ): Observable<MessageEvent> {
    const visibleChanges = this.coalesced.pipe(
      mergeMap((coalescedUpdates) => changesFor(coalescedUpdates, request.user?.id, query.topics)),
      map((change) => ({ type: 'change', data: change })),
    );
    const shutdownSignal = this.progress.updates.pipe(last(null, null));
    const streamEnd = merge(
      this.sessionEnds.of(request),
      timer(processLimits.streams.lastsMs),
      shutdownSignal,
    );
    return merge(visibleChanges, this.heartbeat).pipe(takeUntil(streamEnd));
  }
}
