const FULL = 512;

type Chunk<T> = { keys: string[]; values: T[] };

/** Index of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Distinct keys in order, each with a value, as a list of sorted chunks: a B-tree of two levels. */
export class OrderedKeys<T> {
  #chunks: Chunk<T>[] = [{ keys: [], values: [] }];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The chunk in which `key` is or belongs: the last one that starts at or below it. */
  #locate(key: string): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#chunks[middle]!.keys[0]! <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  insert(key: string, value: T): void {
    const position = this.#locate(key);
    const chunk = this.#chunks[position]!;
    const at = lowerBound(chunk.keys, key);
    if (chunk.keys[at] === key) {
      chunk.values[at] = value;
      return;
    }
    chunk.keys.splice(at, 0, key);
    chunk.values.splice(at, 0, value);
    this.#size++;
    if (chunk.keys.length > FULL)
      this.#split(position, at === chunk.keys.length - 1 ? FULL : FULL >> 1);
  }

  #split(position: number, at: number): void {
    const chunk = this.#chunks[position]!;
    this.#chunks.splice(position + 1, 0, {
      keys: chunk.keys.splice(at),
      values: chunk.values.splice(at),
    });
  }

  delete(key: string): void {
    const position = this.#locate(key);
    const chunk = this.#chunks[position]!;
    const at = lowerBound(chunk.keys, key);
    if (chunk.keys[at] !== key) return;
    chunk.keys.splice(at, 1);
    chunk.values.splice(at, 1);
    this.#size--;
    if (chunk.keys.length === 0 && this.#chunks.length > 1) this.#chunks.splice(position, 1);
  }

  /** Values whose key is in [low, high), in ascending order of keys. */
  *ascending(low: string, high: string): Generator<T> {
    for (let position = this.#locate(low); position < this.#chunks.length; position++) {
      const { keys, values } = this.#chunks[position]!;
      for (let at = lowerBound(keys, low); at < keys.length; at++) {
        if (keys[at]! >= high) return;
        yield values[at]!;
      }
    }
  }

  /** Values whose key is in [low, high), in descending order of keys. */
  *descending(low: string, high: string): Generator<T> {
    for (let position = this.#locate(high); position >= 0; position--) {
      const { keys, values } = this.#chunks[position]!;
      for (let at = lowerBound(keys, high) - 1; at >= 0; at--) {
        if (keys[at]! < low) return;
        yield values[at]!;
      }
    }
  }

  /** The value of the first key that starts with `prefix`. */
  startingWith(prefix: string): T | undefined {
    for (let position = this.#locate(prefix); position < this.#chunks.length; position++) {
      const { keys, values } = this.#chunks[position]!;
      const at = lowerBound(keys, prefix);
      if (at < keys.length) return keys[at]!.startsWith(prefix) ? values[at] : undefined;
    }
    return undefined;
  }
}
