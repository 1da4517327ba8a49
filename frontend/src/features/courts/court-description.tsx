export function CourtDescription({ children }: { children: string }) {
  return (
    <p dir="auto" className="max-w-prose text-lg wrap-anywhere whitespace-pre-line empty:hidden">
      {children}
    </p>
  );
}
