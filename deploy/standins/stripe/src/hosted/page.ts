/** What a page answers: HTML, or the address to go on to. */
export type Page = Readonly<{ status: number; html: string }> | Readonly<{ to: string }>;

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; }
  form { display: grid; gap: .75rem; margin: 1.5rem 0; }
  label { display: grid; gap: .25rem; }
  button, input { font: inherit; padding: .5rem .75rem; }
  small { opacity: .75; }
`;

/** A small page of the stand-in, which says that it is one. `body` is HTML. */
export const page = (title: string, body: string, status = 200): Page => ({
  status,
  html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
${body}
<p><small>This is the development stand-in for Stripe: no bank, no money.</small></p>
</main>
</html>
`,
});

export const gone = (message: string): Page =>
  page('Not here any more', `<p>${escaped(message)}</p>`, 404);

/** An address with more in its query. */
export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
