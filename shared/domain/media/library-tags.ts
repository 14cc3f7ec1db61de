import type {Library} from './library.ts';

export type NamedLibrary = Pick<Library, 'id' | 'name'>;

const folded = (text: string) => text.trim().toLowerCase();

/**
 * The tags of a record are the libraries it is for, by name or id. Without tags it applies to every title; with tags,
 * only to titles in these libraries.
 */
export function isForLibrary(tags: readonly string[], library: NamedLibrary | null): boolean {
	if (tags.length === 0) {
		return true;
	}
	return library !== null && tags.some(tag => [folded(library.name), folded(library.id)].includes(folded(tag)));
}
