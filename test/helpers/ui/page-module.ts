/**
 * A module of the page, such as `library/grid.js`, in Node. It is written for browsers, and checked with their types.
 */
// biome-ignore lint/suspicious/noExplicitAny: its types are in JSDoc, which this project does not read
export function pageModule(path: string): Promise<any> {
	return import(new URL(`../../../api/ui/${path}`, import.meta.url).href);
}
