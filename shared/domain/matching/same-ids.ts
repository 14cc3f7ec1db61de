import {imdbNumber, type LibraryTitle, type TitleIndex} from './title-index.ts';

/** Ids given by a title or an indexer. */
export interface GivenIds {
	imdbId: string | null;
	metaId: number | null;
	tvMetaId: number | null;
}

export const noIds: GivenIds = {imdbId: null, metaId: null, tvMetaId: null};

const differ = (given: number | null, known: number | null) => given !== null && known !== null && given !== known;

/** True when an id shows that the release is another title, however similar the names are. */
export function contradicts(given: GivenIds, entry: LibraryTitle): boolean {
	return (
		differ(imdbNumber(given.imdbId), imdbNumber(entry.imdbId)) ||
		differ(given.metaId, entry.metaId) ||
		differ(given.tvMetaId, entry.tvMetaId)
	);
}

/** The title found by one of the ids, unless another id points to a different title. */
export function findByIds<T extends LibraryTitle>(index: TitleIndex<T>, given: GivenIds): T | null {
	const imdb = imdbNumber(given.imdbId);
	const found =
		(given.metaId === null ? undefined : index.byMetaId.get(given.metaId)) ??
		(imdb === null ? undefined : index.byImdbId.get(imdb)) ??
		(given.tvMetaId === null ? undefined : index.byTvMetaId.get(given.tvMetaId));
	return found && !contradicts(given, found) ? found : null;
}
