export function CourtName({ children }: { children: string }) {
  return (
    <h1
      dir="auto"
      className="mt-4 font-display text-5xl leading-none tracking-tight wrap-anywhere lg:text-6xl"
    >
      {children}
    </h1>
  );
}
