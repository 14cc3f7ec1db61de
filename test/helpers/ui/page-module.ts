/**
 * A module of the page, such as `library/grid.ts`, in Node. It is written for browsers, and checked with their types.
 */
// biome-ignore lint/suspicious/noExplicitAny: its types need those of browsers, which this project does not have
export function pageModule(path: string): Promise<any> {
	return import(new URL(`../../../api/ui/${path}`, import.meta.url).href);
}
