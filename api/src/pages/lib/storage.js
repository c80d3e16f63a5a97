// What this browser keeps. It may be full or forbidden: what it does not take stays in the memory of the page.

/** What can be asked for again; it makes room for what cannot. */
const CACHE_PREFIX = "pad ";

class SafeStorage {
  /** @param {() => Storage} open */
  constructor(open) {
    /** @type {Map<string, string>} */
    this.memory = new Map();
    try {
      /** @type {Storage | null} */
      this.storage = open();
    } catch {
      this.storage = null;
    }
  }

  /**
   * The text under a name.
   * @param {string} name
   */
  read(name) {
    return this.memory.get(name) ?? this.tried((storage) => storage.getItem(name)) ?? null;
  }

  /**
   * The JSON under a name; null if there is none that can be read.
   * @param {string} name
   * @returns {unknown}
   */
  readJson(name) {
    try {
      return JSON.parse(this.read(name) ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * Keeps a text. Answers whether it outlasts the page.
   * @param {string} name
   * @param {string} text
   */
  write(name, text) {
    const put = () =>
      this.tried((storage) => {
        storage.setItem(name, text);
        return true;
      }) === true;
    for (let room = true; room; room = this.makeRoom(name)) {
      if (put()) {
        this.memory.delete(name);
        return true;
      }
    }
    this.memory.set(name, text);
    return false;
  }

  /** @param {string} name */
  remove(name) {
    this.memory.delete(name);
    this.tried((storage) => storage.removeItem(name));
  }

  /**
   * The names that begin like this.
   * @param {string} prefix
   */
  names(prefix) {
    const stored = this.tried((storage) => Object.keys(storage)) ?? [];
    return [...new Set([...stored, ...this.memory.keys()])].filter((name) => name.startsWith(prefix));
  }

  /**
   * Gives up one thing that can be asked for again: of a record that has ended, else what was kept first.
   * @param {string} name
   */
  makeRoom(name) {
    const caches = this.names(CACHE_PREFIX).filter((other) => other !== name && !this.memory.has(other));
    const [first] = caches.map((other) => ({ other, ...keptSince(this.readJson(other)) })).sort((one, two) => one.since - two.since);
    if (first) this.remove(first.other);
    return first !== undefined;
  }

  /**
   * @template T
   * @param {(storage: Storage) => T} work
   */
  tried(work) {
    try {
      return this.storage ? work(this.storage) : undefined;
    } catch {
      return undefined;
    }
  }
}

/**
 * When something was kept, as far as it says; zero for a record that has ended.
 * @param {unknown} value
 */
function keptSince(value) {
  const { since, ended } = /** @type {{ since?: unknown, ended?: unknown }} */ (typeof value === "object" && value !== null ? value : {});
  return { since: ended === true || typeof since !== "number" ? 0 : since };
}

/** Until somebody clears it. */
export const lasting = new SafeStorage(() => localStorage);
/** As long as this tab. */
export const ofTab = new SafeStorage(() => sessionStorage);
