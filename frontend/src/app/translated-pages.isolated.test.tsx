import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { supportTranslatedPages } from './translated-pages';

beforeAll(supportTranslatedPages);
afterEach(cleanup);

const textNodesOf = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const textNodes: Text[] = [];
  while (walker.nextNode()) textNodes.push(walker.currentNode as Text);
  return textNodes;
};

const fontOf = (content: Node): HTMLElement => {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  outer.append(inner);
  inner.append(content);
  return outer;
};

const spanish = (text: Text) => document.createTextNode(`«${text.data}»`);

/** The ways in which translators change a page. Chrome uses the first. */
const translators: Record<string, (text: Text) => void> = {
  'replaces text': (text) => text.replaceWith(fontOf(spanish(text))),
  'inserts and then removes text': (text) => {
    text.before(fontOf(spanish(text)));
    text.remove();
  },
  'wraps text': (text) => {
    const mark = document.createComment('');
    text.replaceWith(mark);
    mark.replaceWith(fontOf(text));
  },
};

function Results({ count, note, isBusy }: { count: number; note?: string; isBusy?: boolean }) {
  return (
    <p data-testid="results">
      {isBusy && <b>Loading</b>}
      {note}
      {count} courts <a href="/map">map</a>
    </p>
  );
}

describe.each(Object.entries(translators))('a page whose translator %s', (_, translate) => {
  const translatePage = () => textNodesOf(document.body).forEach(translate);
  const shownText = () => screen.getByTestId('results').textContent!.replace(/[«»]/g, '');

  it('shows changed, removed, and inserted text', () => {
    const { rerender } = render(<Results count={0} note="No match. " />);
    translatePage();
    rerender(<Results count={12} />);
    expect(shownText()).toBe('12 courts map');
    translatePage();
    rerender(<Results count={12} note="All: " isBusy />);
    expect(shownText()).toBe('LoadingAll: 12 courts map');
    translatePage();
    rerender(<Results count={13} note="All: " />);
    expect(shownText()).toBe('All: 13 courts map');
  });

  it('can be left', () => {
    const { unmount } = render(<Results count={1} note="Near you: " />);
    translatePage();
    unmount();
    expect(screen.queryByTestId('results')).toBeNull();
  });
});
