import type {LibraryTitle} from '#shared/domain/matching/title-index.ts';

/** A title as matching knows it, with an id that shows its name. */
export function buildLibraryTitle(title: string, year: number | null, more: Partial<LibraryTitle> = {}): LibraryTitle {
	return {
		id: `${title} ${year}`,
		title,
		originalTitle: null,
		alternativeTitles: [],
		year,
		imdbId: null,
		metaId: null,
		tvMetaId: null,
		...more,
	};
}
