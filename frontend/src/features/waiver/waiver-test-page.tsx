import type { AcceptedWaiver } from '@courtly/contracts/waivers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { formatLongDate, viewerZone } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { rememberReturnPath } from '../../resources/session/return-path';
import { useSession } from '../../resources/session/session';
import { UnknownSession } from '../../resources/session/unknown-session';
import { acceptedWaiversQuery, waiverQuery } from '../../resources/waiver/waiver-query';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import { QueryPanel } from '../../ui/query-panel';
import { WaiverDialog } from '../../resources/waiver/waiver-dialog';

export function WaiverTestPage() {
  const { state } = useSession();
  return (
    <section className="page max-w-3xl pt-8 md:pt-14">
      <PageMeta title="Waiver" />
      <h1 className="font-display text-5xl leading-none tracking-tight">Your waiver</h1>
      {state === 'unknown' && (
        <UnknownSession>
          <p role="status" className="mt-6 text-quiet">
            Loading...
          </p>
        </UnknownSession>
      )}
      {state === 'signedOut' && (
        <>
          <p className="my-6 text-lg text-quiet">Please log in to test the waiver flow.</p>
          <LinkButton to={paths.login} onClick={() => rememberReturnPath(paths.waiverTest)}>
            Sign In
          </LinkButton>
        </>
      )}
      {state === 'signedIn' && <WaiverStatus />}
    </section>
  );
}

function WaiverStatus() {
  const query = useQuery(waiverQuery);
  const { data: waiver } = query;
  const acceptedWaivers = useQuery(acceptedWaiversQuery);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const closeDialog = () => setDialogOpen(false);
  if (hasFailed(query))
    return <LoadErrors className="mt-6" label="your waiver" queries={[query]} />;
  if (!waiver)
    return (
      <p role="status" className="mt-6 text-quiet">
        Loading...
      </p>
    );
  const { hasAcceptedWaiver, waiverAcceptedAt, version } = waiver;
  return (
    <>
      <dl className="mt-8 grid grid-cols-[auto_1fr] items-center gap-x-8 gap-y-4 border-y border-rule py-6">
        <dt className="text-quiet">Status</dt>
        <dd>
          <Badge tone={hasAcceptedWaiver ? 'good' : 'pending'}>
            {hasAcceptedWaiver ? 'Accepted' : 'Not accepted'}
          </Badge>
        </dd>
        {waiverAcceptedAt && (
          <>
            <dt className="text-quiet">Accepted on</dt>
            <dd>{formatLongDate(waiverAcceptedAt, viewerZone())}</dd>
          </>
        )}
        <dt className="text-quiet">Current version</dt>
        <dd>{version}</dd>
      </dl>
      <Button className="mt-8" onClick={() => setDialogOpen(true)}>
        {hasAcceptedWaiver ? 'Review the waiver' : 'Accept the waiver'}
      </Button>
      <WaiverDialog open={isDialogOpen} onClose={closeDialog} onAccepted={closeDialog} />
      <h2 className="mt-14 font-display text-3xl">What you accepted</h2>
      <QueryPanel query={acceptedWaivers} label="your accepted waivers">
        {(acceptances) =>
          acceptances.length === 0 ? (
            <p className="mt-4 text-quiet">You haven't accepted a waiver yet.</p>
          ) : (
            <ul className="mt-4 divide-y divide-rule border-y border-rule">
              {acceptances.map((accepted) => (
                <li key={accepted.acceptedAt} className="py-4">
                  <AcceptedText {...accepted} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </>
  );
}

function AcceptedText({ acceptedAt, version, text, textHash }: AcceptedWaiver) {
  return (
    <details>
      <summary className="cursor-pointer py-1 text-lg">
        The waiver you accepted on {formatLongDate(acceptedAt, viewerZone())}
      </summary>
      <p className="mt-2 text-quiet">Version {version}</p>
      <p className="mt-4 whitespace-pre-line">{text || "This text isn't available here."}</p>
      <p className="mt-4 text-small break-all text-quiet">Fingerprint: {textHash}</p>
    </details>
  );
}
