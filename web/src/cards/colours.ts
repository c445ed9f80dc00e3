/** What colours are called in the chosen look, where the server has told them as usual. */

interface ColourName {
  usual: string;
  name: string;
}

let names: ReadonlyMap<string, string> = new Map();

/** Call colours by these names from now on. */
export function nameColours(colours: readonly ColourName[]): void {
  names = new Map(colours.map(({ usual, name }) => [usual, name]));
}

/** Return the word for a value of any feature: only colours have other names. */
export function sayValue(value: string): string {
  return names.get(value) ?? value;
}
