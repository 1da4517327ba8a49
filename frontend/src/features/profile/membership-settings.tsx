import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { planLabel, statusSentence } from '../../resources/membership/membership-labels';
import { membershipQuery } from '../../resources/membership/membership-queries';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';

export function MembershipSettings() {
  return (
    <QueryPanel query={useQuery(membershipQuery)} label="your membership">
      {(membership) =>
        membership.state === 'none' ? (
          <>
            <p>You aren't a member of Elite.</p>
            <p className="mt-3">
              <TextLink to={paths.elite}>See what Elite includes</TextLink>
            </p>
          </>
        ) : (
          <>
            <p className="font-semibold">{planLabel(membership)}</p>
            <p className="mt-1">{statusSentence(membership)}</p>
            <p className="mt-3">
              <TextLink to={paths.elite}>Manage your membership</TextLink>
            </p>
          </>
        )
      }
    </QueryPanel>
  );
}
