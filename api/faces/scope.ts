/** The titles that a face shows: those of one library, or all but those of libraries that have faces of their own. */
export interface Scope {
	library: {id: string; name: string} | null;
	/** Libraries whose titles a plain face leaves out. */
	apart: ReadonlySet<string>;
}

/** Whether a face shows the titles of this library; null stands for none. */
export const covers = ({library, apart}: Scope, libraryId: string | null): boolean =>
	library ? libraryId === library.id : libraryId === null || !apart.has(libraryId);
