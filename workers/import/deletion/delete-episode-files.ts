import type {deleteEpisodeFiles} from '#shared/jobs/import.ts';
import type {Handler} from '../../runtime/handler.ts';
import {removeEpisodeFiles} from './remove-episode-files.ts';

export const handleDeleteEpisodeFiles: Handler<typeof deleteEpisodeFiles> = async (payload, deps, run) => {
	const {paths, files, ...series} = payload;
	const bare = paths.map(path => ({path, quality: null, qualityScore: null, episodes: []}));
	return removeEpisodeFiles({...series, files: files ?? bare, reason: 'deleted', deletedId: series.seriesId}, deps, run);
};
