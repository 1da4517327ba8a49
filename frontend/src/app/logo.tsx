/** The logo: half a court with a brass net, and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-3">
      <svg
        viewBox="0 0 24 30"
        width="20"
        height="25"
        fill="none"
        aria-hidden
        className="text-court"
      >
        <path
          d="M1 1h22v28H1zM4.6 1v28M19.4 1v28M12 7.8v14.4M4.6 7.8h14.8M4.6 22.2h14.8"
          stroke="currentColor"
        />
        <path d="M-1 15h26" className="stroke-brass-line" strokeWidth="1.7" />
      </svg>
      <span className="font-display text-[1.65rem] leading-none tracking-[-0.02em]">Courtly</span>
    </span>
  );
}
