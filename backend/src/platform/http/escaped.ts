const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEscapes[character]!);

/** Escapes text for a regular expression. */
export const escapeRegExp = (plainText: string): string =>
  plainText.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
