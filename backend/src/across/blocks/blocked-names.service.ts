import { Injectable } from '@nestjs/common';
import { visibleFields, visibleNames } from '../../people/identity/page-privacy.js';
import { person } from '../../people/identity/person.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ViewerRelations } from '../../play/matches/viewer-relations.service.js';

const FORMER_MEMBER = 'Former member';
const PRIVATE_PLAYER = 'A private player';

@Injectable()
export class BlockedNames {
  constructor(
    private readonly streams: Streams,
    private readonly viewerRelations: ViewerRelations,
  ) {}

  /**
   * The first names of blocked people, by id, as their privacy setting allows. People in a booking,
   * match, or challenge with the viewer are always named.
   */
  async namesFor(
    viewerId: string,
    blockedIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const [relations, acquaintedIds] = await Promise.all([
      this.viewerRelations.opponentsAmong(viewerId, blockedIds),
      this.viewerRelations.acquaintedAmong(viewerId, blockedIds),
    ]);
    const names = await Promise.all(
      blockedIds.map(async (blockedId): Promise<[string, string]> => {
        const blocked = await this.streams.load(person, blockedId);
        if (!blocked?.email) return [blockedId, FORMER_MEMBER];
        if (acquaintedIds.has(blockedId)) return [blockedId, blocked.firstName];
        const fields = visibleFields(blocked, relations.get(blockedId) ?? 'stranger');
        return [blockedId, visibleNames(blocked, fields).firstName || PRIVATE_PLAYER];
      }),
    );
    return new Map(names);
  }
}
