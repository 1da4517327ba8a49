import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Request } from 'express';
import { BehaviorSubject, type Observable, Subject, filter } from 'rxjs';
import type { SessionEnds } from '../../../platform/http/session-ends.js';
import { RedisClient } from '../../../platform/stores/redis.js';

@Injectable()
export class EndedSessions implements SessionEnds {
  readonly ended = new Subject<string>();
  /** Whether this process receives the announcements of other processes. */
  readonly listening = new BehaviorSubject(false);
  private readonly subscriber: Redis;
  private readonly channel: string;

  constructor(private readonly redisClient: RedisClient) {
    this.channel = `${redisClient.keyPrefix}:ended-sessions`;
    this.subscriber = redisClient.createSubscriber({ autoResubscribe: false });
    this.subscriber.on('message', (_channel, sessionId) => this.ended.next(sessionId));
    this.subscriber.on('ready', () => void this.listen());
    this.subscriber.on('close', () => this.listening.next(false));
  }

  of({ sessionID }: Request): Observable<string> {
    return this.ended.pipe(filter((ended) => ended === sessionID));
  }

  /** If Redis is down, the other processes notice by themselves (see RememberedSessions). */
  async announce(sessionId: string): Promise<void> {
    this.ended.next(sessionId);
    await this.redisClient.commands.publish(this.channel, sessionId).catch(() => 0);
  }

  private async listen() {
    await this.subscriber.subscribe(this.channel).then(
      () => this.listening.next(true),
      () => undefined,
    );
  }
}
