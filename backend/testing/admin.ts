import { CommandBus } from '@nestjs/cqrs';
import { GrantRoleCommand } from '../src/people/identity/identity.commands.js';
import { people } from '../src/people/identity/people.projection.js';
import { systemContext } from '../src/platform/kernel/context.js';
import { ReadModels } from '../src/platform/projections/read-models.js';
import type { Courtly, Member } from './courtly.js';
import { eventually } from './stores.js';

/**
 * Creates an admin and waits until alarms reach them, because alarms find their recipients in a
 * read model.
 */
export const anAdmin = async (courtly: Courtly): Promise<Member> => {
  const member = await courtly.player();
  const context = systemContext(`admin ${member.user.id}`, new Date().toISOString());
  await courtly.app
    .get(CommandBus, { strict: false })
    .execute(new GrantRoleCommand({ email: member.email, role: 'admin' }, context));
  const readModels = courtly.app.get(ReadModels, { strict: false });
  await eventually('the admin is listed', async () =>
    readModels.read(people, async (documents) => {
      const query = { _id: member.user.id, roles: 'admin' } as const;
      return (await documents.countDocuments(query)) === 1;
    }),
  );
  return member;
};
