const CHUNK_CAPACITY = 512;

type KeyChunk<T> = { keys: string[]; values: T[] };

/** Index of the first key that is not less than `searchKey`. */
function lowerBound(sortedKeys: readonly string[], searchKey: string): number {
  let lowIndex = 0;
  let highIndex = sortedKeys.length;
  while (lowIndex < highIndex) {
    const middleIndex = (lowIndex + highIndex) >>> 1;
    if (sortedKeys[middleIndex]! < searchKey) lowIndex = middleIndex + 1;
    else highIndex = middleIndex;
  }
  return lowIndex;
}

/** Unique keys in order, each with a value, in a list of sorted chunks: a two-level B-tree. */
export class OrderedKeys<T> {
  #chunks: KeyChunk<T>[] = [{ keys: [], values: [] }];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * The chunk that contains `searchKey` or would contain it: the last one that starts at or below
   * it.
   */
  #locate(searchKey: string): number {
    let lowChunk = 0;
    let highChunk = this.#chunks.length - 1;
    while (lowChunk < highChunk) {
      const middleChunk = (lowChunk + highChunk + 1) >>> 1;
      if (this.#chunks[middleChunk]!.keys[0]! <= searchKey) lowChunk = middleChunk;
      else highChunk = middleChunk - 1;
    }
    return lowChunk;
  }

  insert(searchKey: string, storedValue: T): void {
    const chunkIndex = this.#locate(searchKey);
    const targetChunk = this.#chunks[chunkIndex]!;
    const keyIndex = lowerBound(targetChunk.keys, searchKey);
    if (targetChunk.keys[keyIndex] === searchKey) {
      targetChunk.values[keyIndex] = storedValue;
      return;
    }
    targetChunk.keys.splice(keyIndex, 0, searchKey);
    targetChunk.values.splice(keyIndex, 0, storedValue);
    this.#size++;
    if (targetChunk.keys.length > CHUNK_CAPACITY)
      this.#split(
        chunkIndex,
        keyIndex === targetChunk.keys.length - 1 ? CHUNK_CAPACITY : CHUNK_CAPACITY >> 1,
      );
  }

  #split(chunkIndex: number, keyIndex: number): void {
    const targetChunk = this.#chunks[chunkIndex]!;
    this.#chunks.splice(chunkIndex + 1, 0, {
      keys: targetChunk.keys.splice(keyIndex),
      values: targetChunk.values.splice(keyIndex),
    });
  }

  delete(searchKey: string): void {
    const chunkIndex = this.#locate(searchKey);
    const targetChunk = this.#chunks[chunkIndex]!;
    const keyIndex = lowerBound(targetChunk.keys, searchKey);
    if (targetChunk.keys[keyIndex] !== searchKey) return;
    targetChunk.keys.splice(keyIndex, 1);
    targetChunk.values.splice(keyIndex, 1);
    this.#size--;
    if (targetChunk.keys.length === 0 && this.#chunks.length > 1)
      this.#chunks.splice(chunkIndex, 1);
  }

  /** Values of the keys in [lowKey, highKey), in ascending order. */
  *ascending(lowKey: string, highKey: string): Generator<T> {
    for (let chunkIndex = this.#locate(lowKey); chunkIndex < this.#chunks.length; chunkIndex++) {
      const { keys, values } = this.#chunks[chunkIndex]!;
      for (let keyIndex = lowerBound(keys, lowKey); keyIndex < keys.length; keyIndex++) {
        if (keys[keyIndex]! >= highKey) return;
        yield values[keyIndex]!;
      }
    }
  }

  /** Values of the keys in [lowKey, highKey), in descending order. */
  *descending(lowKey: string, highKey: string): Generator<T> {
    for (let chunkIndex = this.#locate(highKey); chunkIndex >= 0; chunkIndex--) {
      const { keys, values } = this.#chunks[chunkIndex]!;
      for (let keyIndex = lowerBound(keys, highKey) - 1; keyIndex >= 0; keyIndex--) {
        if (keys[keyIndex]! < lowKey) return;
        yield values[keyIndex]!;
      }
    }
  }

  /** The value of the first key that starts with `keyPrefix`. */
  startingWith(keyPrefix: string): T | undefined {
    for (let chunkIndex = this.#locate(keyPrefix); chunkIndex < this.#chunks.length; chunkIndex++) {
      const { keys, values } = this.#chunks[chunkIndex]!;
      const keyIndex = lowerBound(keys, keyPrefix);
      if (keyIndex < keys.length)
        return keys[keyIndex]!.startsWith(keyPrefix) ? values[keyIndex] : undefined;
    }
    return undefined;
  }
}
