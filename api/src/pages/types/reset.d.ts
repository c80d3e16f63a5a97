// What comes from outside is unknown until it has been looked at, not `any`, as the standard library has it.

interface JSON {
  parse(text: string): unknown;
}

interface Body {
  json(): Promise<unknown>;
}

interface Promise<T> {
  catch<R = never>(rejected: (reason: unknown) => R | PromiseLike<R>): Promise<T | R>;
  then<R, S = never>(fulfilled: (value: T) => R | PromiseLike<R>, rejected: (reason: unknown) => S | PromiseLike<S>): Promise<R | S>;
}
