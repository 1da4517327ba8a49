import { Minus, Plus } from 'lucide-react';
import { Button } from '../../../ui/button';

export function ZoomButtons({ onIn, onOut }: { onIn: () => void; onOut: () => void }) {
  return (
    <div className="absolute top-3 right-3 grid gap-1.5">
      <Button
        variant="outline"
        size="icon"
        aria-label="Zoom in"
        onClick={onIn}
        className="bg-raised! hover:bg-sunk!"
      >
        <Plus size={18} strokeWidth={1.6} aria-hidden />
      </Button>
      <Button
        variant="outline"
        size="icon"
        aria-label="Zoom out"
        onClick={onOut}
        className="bg-raised! hover:bg-sunk!"
      >
        <Minus size={18} strokeWidth={1.6} aria-hidden />
      </Button>
    </div>
  );
}
