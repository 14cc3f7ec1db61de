import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {TitleRun} from './title-run.ts';

/** The files that the record of the title has now, and its own folder; null if the title is gone. */
export async function recordedFiles({
	id,
	head,
	deps: {movies, series, episodes},
}: Pick<TitleRun, 'id' | 'head' | 'deps'>): Promise<{path: string; files: MediaFile[]} | null> {
	if (head.titleKind === 'movie') {
		const movie = await movies.placeOf(id);
		return movie && {path: movie.path, files: movie.file ? [movie.file] : []};
	}
	const found = await series.find(id);
	const rows = found ? await episodes.onDisk(id) : [];
	return found && {path: found.path, files: [...new Map(rows.flatMap(({file}) => (file ? [[file.id, file] as const] : []))).values()]};
}
