import { Controller, type MessageEvent, Req, Sse } from '@nestjs/common';
import { type Change as Seen, STREAM_PATH } from '@courtly/contracts/stream';
import { type Observable, interval, last, map, merge, mergeMap, takeUntil } from 'rxjs';
import { type News, Progress } from '../projections/progress.js';
import type { CourtlyRequest } from './request.js';

const HEARTBEAT_MS = 20_000;

const visibleTo = (news: News, userId: string | undefined): Seen[] =>
  news.flatMap(({ changes, readModel, position }) => {
    const ids = changes
      .filter(({ audience }) => !audience || (userId && audience.includes(userId)))
      .map(({ id }) => id);
    return ids.length > 0 ? [{ readModel, ids, position }] : [];
  });

/** Tells browsers which data to ask for again. A heartbeat lets both ends notice a dead connection. */
@Controller()
export class StreamController {
  constructor(private readonly progress: Progress) {}

  @Sse(STREAM_PATH)
  changes(@Req() request: CourtlyRequest): Observable<MessageEvent> {
    const news = this.progress.news.pipe(
      mergeMap((one) => visibleTo(one, request.user?.id)),
      map((change) => ({ type: 'change', data: change })),
    );
    const heartbeat = interval(HEARTBEAT_MS).pipe(map(() => ({ type: 'heartbeat', data: '' })));
    return merge(news, heartbeat).pipe(takeUntil(this.progress.news.pipe(last(null, null))));
  }
}
