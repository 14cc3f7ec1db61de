import type {RouteDeps} from '#api/services.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {LibraryAlone} from '#shared/store/libraries/libraries.ts';

/** The titles that a face shows: those of one library, or all but those of libraries with addresses of their own. */
export interface Shelf {
	library: LibraryAlone | null;
	/** Libraries whose titles a plain face leaves out. */
	apart: readonly LibraryAlone[];
}

/** The shelf at a part of an address; null if no library lies there. Without it, that of the plain face. */
export async function readShelf(face: Face, slug: string | null, {libraries}: Pick<RouteDeps, 'libraries'>): Promise<Shelf | null> {
	const apart = await libraries.withAppSlug(face);
	const library = apart.find(({appSlug}) => appSlug === slug) ?? null;
	return slug !== null && library === null ? null : {library, apart};
}

/** Whether a face shows the titles of this library; null stands for none. */
export const covers = ({library, apart}: Shelf, libraryId: string | null): boolean =>
	library ? libraryId === library.id : !apart.some(({id}) => id === libraryId);

/** The copy of a work that a face shows: the oldest of those that it may. */
export const shownCopy = <Copy extends {libraryId: string | null}>(shelf: Shelf, oldestFirst: readonly Copy[]): Copy | null =>
	oldestFirst.find(({libraryId}) => covers(shelf, libraryId)) ?? null;

/** Of these titles, those that another face shows; of a library alone, also those that nobody knows. */
export async function hiddenTitles(
	{face, shelf}: {face: Face; shelf: Shelf},
	ids: readonly string[],
	{movies, series}: Pick<RouteDeps, 'movies' | 'series'>,
): Promise<ReadonlySet<string>> {
	if (!shelf.library && shelf.apart.length === 0) {
		return new Set();
	}
	const found: {id: string; libraryId: string | null}[] = await (face === 'movies' ? movies : series).getMany(ids);
	const libraries = new Map(found.map(({id, libraryId}) => [id, libraryId]));
	return new Set(ids.filter(id => (libraries.has(id) ? !covers(shelf, libraries.get(id) ?? null) : shelf.library !== null)));
}

/** All titles of a face, those of libraries that lie apart still among them. */
export const wholeOf = ({library}: Shelf) => ({all: library === null, libraryId: library?.id ?? null, rootFolderPath: null});

interface Root {
	id: string;
	path: string;
}

/** The root folders that a face shows. One that another library uses, too, is shown in the plain face. */
export async function rootsOf<R extends Root>(
	{library, apart}: Shelf,
	roots: readonly R[],
	{libraries}: Pick<RouteDeps, 'libraries'>,
): Promise<R[]> {
	if (library) {
		return roots.filter(({id}) => id === library.rootFolderId);
	}
	const others = apart.length > 0 ? (await libraries.list()).filter(({id}) => !apart.some(each => each.id === id)) : [];
	const isApart = (id: string) => apart.some(({rootFolderId}) => rootFolderId === id);
	return roots.filter(({id}) => !isApart(id) || others.some(({rootFolderId}) => rootFolderId === id));
}
