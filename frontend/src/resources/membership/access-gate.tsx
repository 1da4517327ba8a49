import type { User } from '@courtly/contracts/identity';
import { type ReactNode, useId } from 'react';
import { paths } from '../../config/paths';
import { formatShortMoney } from '../../lib/format';
import { useOptionalData } from '../../lib/use-optional-data';
import { LinkButton } from '../../ui/button';
import { catalogQuery } from '../catalog/catalog-query';
import { hasTier } from '../session/permissions';
import { useSession } from '../session/session';
import { Heading } from '../../ui/heading';
import { UnknownSession } from '../session/unknown-session';

type AccessGateProps = { tier: User['membershipTier']; children: ReactNode };

/**
 * Shows content to members of a tier (product rules, access gate). Others see it blurred, below a
 * link to join or upgrade.
 */
export function AccessGate({ tier, children }: AccessGateProps) {
  const { state, user } = useSession();
  const titleId = useId();
  const needsSignIn = tier === 'free';
  const hasAccess = hasTier(user, tier);
  const catalog = useOptionalData({ ...catalogQuery, enabled: !hasAccess && !needsSignIn });
  if (hasAccess) return children;
  const foundingPrice = !needsSignIn && catalog && formatShortMoney(catalog.foundingPrice);
  return (
    <div className="relative grid">
      <div inert className="col-start-1 row-start-1 overflow-hidden blur-sm select-none">
        {children}
      </div>
      {state === 'unknown' ? (
        <div className="relative col-start-1 row-start-1 grid place-content-center p-4">
          <UnknownSession />
        </div>
      ) : (
        <section
          aria-labelledby={titleId}
          className="relative col-start-1 row-start-1 grid place-content-center justify-items-center gap-4 bg-raised/60 p-4 text-center"
        >
          <Heading level={3} id={titleId}>
            {needsSignIn ? 'Sign In Required' : 'Elite Required'}
          </Heading>
          <LinkButton variant="brass" to={needsSignIn ? paths.register : paths.elite}>
            {needsSignIn ? 'Join' : 'Upgrade to Elite'}
            {foundingPrice && ` – ${foundingPrice}/year`}
          </LinkButton>
        </section>
      )}
    </div>
  );
}
