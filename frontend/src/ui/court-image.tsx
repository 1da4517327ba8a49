import { cn } from '../lib/cn';
import { CourtDrawing } from './court-drawing';

type Props = { id: string; surfaceType: string; photo: string | null | undefined; className?: string };
const drawn = ['clay', 'hard', 'grass'] as const;

/** The court's photo, or its drawing while it has none. Decoration: its name stands beside it. */
export function CourtImage({ id, surfaceType, photo, className }: Props) {
  const look = cn('rounded-sm', className);
  const surface = drawn.find((known) => known === surfaceType) ?? 'other';
  return photo ? (
    <img src={photo} alt="" loading="lazy" className={`object-cover ${look}`} />
  ) : (
    <CourtDrawing surface={surface} seed={id} className={look} />
  );
}
