import type { Court } from '@courtly/contracts/courts';
import { useState } from 'react';
import { CourtDrawing } from '../../ui/court-drawing';

type Props = {
  court: Pick<Court, 'id' | 'name' | 'photos' | 'surfaceType' | 'sports'>;
  wide?: boolean;
  className: string;
};

/** The first photo of a court, or its drawing where there is none or it does not load. */
export function CourtPicture({ court, wide = false, className }: Props) {
  const [lost, setLost] = useState(false);
  const photo = court.photos[0];
  if (photo && !lost)
    return (
      <img
        src={photo}
        alt={`The court ${court.name}`}
        loading={wide ? 'eager' : 'lazy'}
        onError={() => setLost(true)}
        className={`object-cover ${className}`}
      />
    );
  return (
    <CourtDrawing
      surface={court.surfaceType}
      sport={court.sports[0] ?? 'tennis'}
      seed={court.id}
      wide={wide}
      {...(wide && { view: 'perspective' })}
      className={className}
    />
  );
}
