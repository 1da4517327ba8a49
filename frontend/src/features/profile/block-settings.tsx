import { useQuery } from '@tanstack/react-query';
import { formatMediumDate, viewerZone } from '../../lib/format';
import { blocksQuery, useEndBlock } from '../../resources/block/block-queries';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';

export function BlockSettings() {
  const endBlock = useEndBlock();
  return (
    <QueryPanel query={useQuery(blocksQuery)} label="the people you block">
      {(blocks) =>
        blocks.length === 0 ? (
          <p className="text-quiet">
            You don't block anyone. You can block a person on their player page, in your messages,
            on a booking, or in a match.
          </p>
        ) : (
          <ul className="border-t border-rule">
            {blocks.map(({ id, name, blockedAt }) => (
              <li
                key={id}
                className="flex items-center justify-between gap-3 border-b border-rule py-3"
              >
                <p className="min-w-0 wrap-anywhere">
                  <bdi>{name}</bdi>
                  <span className="block text-small text-quiet">
                    Since {formatMediumDate(blockedAt, viewerZone())}
                  </span>
                </p>
                <Button
                  variant="outline"
                  className="shrink-0"
                  disabled={endBlock.isPending}
                  aria-label={`End the block of ${name}`}
                  onClick={() => endBlock.mutate({ id })}
                >
                  End Block
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}
