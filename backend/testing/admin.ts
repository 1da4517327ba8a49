import { CommandBus } from '@nestjs/cqrs';
import { GrantRoleCommand } from '../src/people/identity/identity.commands.js';
import { systemContext } from '../src/platform/kernel/context.js';
import type { Courtly, Member } from './courtly.js';

export const anAdmin = async (courtly: Courtly): Promise<Member> => {
  const member = await courtly.player();
  const context = systemContext(`admin ${member.user.id}`, new Date().toISOString());
  await courtly.app
    .get(CommandBus, { strict: false })
    .execute(new GrantRoleCommand({ email: member.email, role: 'admin' }, context));
  return member;
};
