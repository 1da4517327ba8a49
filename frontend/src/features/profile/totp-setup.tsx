import type { TotpEnrollment } from '@courtly/contracts/second-factor';
import { useEffect, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { PasswordProof } from './password-proof';
import { useConfirmTotp, useStartTotp } from './two-step-api';
import { textLinkClass } from '../../ui/text-link';

const codeResolver = schemaResolver(
  async () => (await import('@courtly/contracts/second-factor')).ConfirmTotpBody,
);

const errorTitle = 'Two-step sign-in not turned on';

/** Dark on white in both themes, because many cameras cannot read the reverse. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: qrSize } = encode(text, { ecc: 'M', border: 3 });
    const modules = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
    );
    return { size: qrSize, path: modules.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label="QR code with the key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 rounded-sm border border-rule"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

type CodeFormProps = {
  enrollment: TotpEnrollment;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

function CodeForm({ enrollment, onDone, onCancel }: CodeFormProps) {
  const { factorId, key, uri, recoveryCodes } = enrollment;
  const confirmTotp = useConfirmTotp(factorId);
  const { form, submit } = useContractForm({
    resolver: codeResolver,
    defaultValues: { code: '' },
    errorToast: [errorTitle, 'Please try again.'],
  });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const isBusy = form.formState.isSubmitting || confirmTotp.isPending;
  return (
    <>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <div className="mt-5 flex flex-wrap items-start gap-x-6 gap-y-4">
        <QrCode text={uri} />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-quiet">Or type this key into the app:</p>
          <p className="mt-2 break-words font-mono">{key.match(/.{1,4}/g)?.join(' ')}</p>
          <p className="mt-4">
            <a href={uri} className={textLinkClass}>
              Open in an app on this device
            </a>
          </p>
        </div>
      </div>
      <form
        noValidate
        onSubmit={submit((body, onError) =>
          confirmTotp.mutate(body, { onSuccess: () => onDone(recoveryCodes), onError }),
        )}
        className="mt-6 grid gap-5"
      >
        <FormField
          form={form}
          name="code"
          label="Code"
          hint="6 digits. Every other device will be signed out."
        >
          {(controlProps) => (
            <Input autoComplete="one-time-code" inputMode="numeric" {...controlProps} />
          )}
        </FormField>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Checking...' : 'Turn On'}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </>
  );
}

/** Asks for the password, shows the key, and then asks for its first code. */
export function TotpSetup({ onDone, onCancel }: Omit<CodeFormProps, 'enrollment'>) {
  const [enrollment, setEnrollment] = useState<TotpEnrollment | null>(null);
  const startTotp = useStartTotp();
  return enrollment ? (
    <CodeForm enrollment={enrollment} onDone={onDone} onCancel={onCancel} />
  ) : (
    <PasswordProof
      title="Turn on two-step sign-in"
      mutation={startTotp}
      submitLabel="Continue"
      errorTitle={errorTitle}
      onDone={setEnrollment}
      onCancel={onCancel}
    />
  );
}
