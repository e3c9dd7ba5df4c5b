// A Storage for tests; it takes at most `room` characters.

export function storage(room = Infinity) {
  const map = new Map();
  const used = () => [...map].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    map,
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, value) {
      const before = map.get(key);
      map.set(key, value);
      if (used() <= room) return;
      if (before === undefined) map.delete(key);
      else map.set(key, before);
      throw new Error("full");
    },
    removeItem: (key) => void map.delete(key),
  };
}
