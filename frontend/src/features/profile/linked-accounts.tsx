import type {
  PasswordProofBody,
  Provider,
  ProviderAccount,
} from '@courtly/contracts/provider-accounts';
import { providerNames } from '@courtly/contracts/provider-names';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { formatShortDate, viewerZone } from '../../lib/format';
import { providersQuery } from '../../resources/session/providers';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { LoadErrors } from '../../ui/load-error';
import { QueryPanel } from '../../ui/query-panel';
import { toast } from '../../ui/toast';
import { sessionsQuery } from './account-api';
import { PasswordProof } from './password-proof';
import { TextLink } from '../../ui/text-link';

const linkedAccountsQuery = queryOptions({
  queryKey: ['/api/auth/provider-accounts'],
  queryFn: ({ signal }) => call('GET /api/auth/provider-accounts', { signal }),
});

/** Opens the provider's page, which returns to the settings. */
const useLink = (provider: Provider) =>
  useMutation({
    mutationFn: (body: PasswordProofBody) =>
      call('POST /api/auth/providers/:provider/link', { params: { provider }, body }),
    onSuccess: ({ url }) => location.assign(url),
  });

const useUnlink = (provider: Provider) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordProofBody) =>
      call('POST /api/auth/provider-accounts/:provider/removal', { params: { provider }, body }),
    onSuccess(linkedAccounts) {
      queryClient.setQueryData(linkedAccountsQuery.queryKey, linkedAccounts);
      void queryClient.invalidateQueries(sessionsQuery);
      toast(`${providerNames[provider]} unlinked`, 'Every other device was signed out.');
    },
  });
};

const ForgottenPasswordNote = () => (
  <p className="text-small text-quiet">
    No password yet? <TextLink to={paths.forgotPassword}>Set one by email</TextLink>
  </p>
);

type ProviderRowProps = {
  provider: Provider;
  linked: ProviderAccount | undefined;
  isEmailVerified: boolean;
};

function ProviderRow({ provider, linked, isEmailVerified }: ProviderRowProps) {
  const [isFormOpen, setFormOpen] = useState(false);
  const link = useLink(provider);
  const unlink = useUnlink(provider);
  const title = `${linked ? 'Unlink' : 'Link'} ${providerNames[provider]}`;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p>{providerNames[provider]}</p>
          <p className="text-small break-words text-quiet">
            {linked
              ? `${linked.email} · linked ${formatShortDate(linked.linkedAt, viewerZone())}`
              : 'Not linked'}
          </p>
        </div>
        {!isFormOpen && (linked || isEmailVerified) && (
          <Button size="sm" variant="outline" aria-label={title} onClick={() => setFormOpen(true)}>
            {linked ? 'Unlink' : 'Link'}
          </Button>
        )}
      </div>
      {isFormOpen && (
        <div className="mt-5">
          {linked ? (
            <PasswordProof
              title={title}
              mutation={unlink}
              submitLabel="Unlink"
              errorTitle="Not unlinked"
              onCancel={() => setFormOpen(false)}
            >
              <ForgottenPasswordNote />
            </PasswordProof>
          ) : (
            <PasswordProof
              title={title}
              mutation={link}
              submitLabel="Continue"
              errorTitle="Not linked"
              onCancel={() => setFormOpen(false)}
            >
              <ForgottenPasswordNote />
            </PasswordProof>
          )}
        </div>
      )}
    </li>
  );
}

type RowsProps = {
  enabled: readonly Provider[] | undefined;
  linkedAccounts: readonly ProviderAccount[];
};

function Rows({ enabled, linkedAccounts }: RowsProps) {
  const { user } = useSession();
  const providers = new Set([
    ...(enabled ?? []),
    ...linkedAccounts.map(({ provider }) => provider),
  ]);
  if (providers.size === 0) return enabled ? <p>Signing in with other accounts is off.</p> : null;
  return (
    <>
      <ul className="divide-y divide-rule">
        {[...providers].map((provider) => {
          const linked = linkedAccounts.find((account) => account.provider === provider);
          return (
            <ProviderRow
              key={`${provider} ${linked?.linkedAt}`}
              provider={provider}
              linked={linked}
              isEmailVerified={user?.isEmailVerified ?? false}
            />
          );
        })}
      </ul>
      {user?.isEmailVerified === false && (
        <p className="mt-4 text-quiet">Verify your email first. You can then link accounts.</p>
      )}
    </>
  );
}

/** The provider accounts that can be used to sign in, and the providers that can be linked. */
export function LinkedAccounts() {
  const enabledProviders = useQuery(providersQuery);
  return (
    <QueryPanel query={useQuery(linkedAccountsQuery)} label="your linked accounts">
      {(linkedAccounts) => (
        <>
          <LoadErrors
            className="mb-4"
            label="the accounts you can link"
            queries={[enabledProviders]}
          />
          <Rows enabled={enabledProviders.data} linkedAccounts={linkedAccounts} />
        </>
      )}
    </QueryPanel>
  );
}
