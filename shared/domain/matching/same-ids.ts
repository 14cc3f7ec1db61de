import {imdbNumber, type LibraryTitle, type TitleIndex} from './title-index.ts';

/** Ids given by a title or an indexer. */
export interface ToldIds {
	imdbId: string | null;
	metaId: number | null;
	tvMetaId: number | null;
}

export const noIds: ToldIds = {imdbId: null, metaId: null, tvMetaId: null};

const differ = (told: number | null, known: number | null) => told !== null && known !== null && told !== known;

/** True when an id shows that the release is another title, however similar the names are. */
export function contradicts(told: ToldIds, entry: LibraryTitle): boolean {
	return (
		differ(imdbNumber(told.imdbId), imdbNumber(entry.imdbId)) || differ(told.metaId, entry.metaId) || differ(told.tvMetaId, entry.tvMetaId)
	);
}

/** The title found by one of the ids, unless another id points to a different title. */
export function findByIds<T extends LibraryTitle>(index: TitleIndex<T>, told: ToldIds): T | null {
	const imdb = imdbNumber(told.imdbId);
	const found =
		(told.metaId === null ? undefined : index.byMetaId.get(told.metaId)) ??
		(imdb === null ? undefined : index.byImdbId.get(imdb)) ??
		(told.tvMetaId === null ? undefined : index.byTvMetaId.get(told.tvMetaId));
	return found && !contradicts(told, found) ? found : null;
}
