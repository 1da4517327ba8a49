const isTranslated = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/**
 * Translators replace text nodes with `<font>` elements. Before React uses such a node, this puts it
 * back. The translator then translates the new text.
 */
export const supportTranslatedPages = (): void => {
  const replacements = new WeakMap<Node, HTMLElement>();
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;

  const noteReplacements = (records: readonly MutationRecord[]) => {
    for (const { target, addedNodes, removedNodes, nextSibling, previousSibling } of records)
      for (const removed of removedNodes) {
        // The `<font>` is inserted before the text is removed, or replaces it in one step.
        const candidates = addedNodes.length > 0 ? [...addedNodes] : [previousSibling, nextSibling];
        const replacement = candidates.find(isTranslated);
        if (removed instanceof Text && replacement?.parentNode === target)
          replacements.set(removed, replacement);
      }
  };
  const observer = new MutationObserver(noteReplacements);
  observer.observe(document.body, { childList: true, subtree: true });

  const restore = (node: Node | null) => {
    if (!(node instanceof Text)) return;
    noteReplacements(observer.takeRecords());
    let wrapper: Node | null = node.parentNode ?? replacements.get(node) ?? null;
    while (wrapper && isTranslated(wrapper.parentNode)) wrapper = wrapper.parentNode;
    if (!isTranslated(wrapper) || !wrapper.parentNode) return;
    replacements.delete(node);
    wrapper.replaceWith(node);
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, next: Node | null) {
    restore(next);
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T) {
    restore(child);
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, text: string) {
      restore(this);
      nodeValue.set!.call(this, text);
    },
  });
};
