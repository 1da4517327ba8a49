import { ImagePlus } from 'lucide-react';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { cx } from 'class-variance-authority';
import { Button } from './button';
import { FieldError } from './field';

type PhotoPickerProps = {
  label: string;
  /** Accessible name of the hidden file input. */
  inputLabel: string;
  hint: ReactNode;
  problem?: string | undefined;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** Whether nothing is selected yet, which highlights the drop area. */
  empty?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onPick: (files: readonly File[]) => void;
  /** The selected photos, shown before the button. */
  children?: ReactNode;
  /** More actions that appear next to the button. */
  actions?: ReactNode;
  className?: string;
};

/** Selects photos with a button or by drag and drop. The caller decides what to do with them. */
export function PhotoPicker({
  label,
  inputLabel,
  hint,
  problem,
  multiple = false,
  disabled = false,
  busy = false,
  empty = false,
  buttonRef,
  onPick,
  children,
  actions,
  className,
}: PhotoPickerProps) {
  const baseId = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <div
      className={className}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!disabled && !busy) onPick([...event.dataTransfer.files]);
      }}
    >
      {children}
      <div
        className={cx(
          'flex flex-wrap items-center gap-4',
          empty && 'justify-center rounded-md border border-dashed border-edge p-8 text-center',
        )}
      >
        <Button
          ref={buttonRef}
          variant="outline"
          disabled={disabled}
          busy={busy}
          aria-describedby={`${baseId}-hint ${baseId}-error`}
          onClick={() => fileInput.current?.click()}
        >
          <ImagePlus size={18} strokeWidth={1.6} aria-hidden />
          {label}
        </Button>
        {actions}
        <p id={`${baseId}-hint`} className="text-small text-quiet">
          {hint}
        </p>
      </div>
      <input
        ref={fileInput}
        type="file"
        accept="image/*"
        multiple={multiple}
        hidden
        aria-label={inputLabel}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <FieldError id={`${baseId}-error`}>{problem}</FieldError>
    </div>
  );
}
