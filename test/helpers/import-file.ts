import {type ManualFile, toManualItem} from '#shared/store/downloads/manual-item.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import type {World} from './world.ts';

/** Imports one file as a person would. Returns its item afterwards. */
export async function importFile({deps, run}: World<'movie'>, file: Partial<ManualFile> & Pick<ManualFile, 'path' | 'within'>) {
	const choice = {movieId: null, seriesId: null, episodeIds: [], quality: null, languages: null, releaseGroup: null};
	const {id} = await deps.downloads.add(toManualItem({...choice, mode: 'hardlink', ...file}, deps.now()));
	await handleImportDownload({queueItemId: id}, deps, run());
	return deps.downloads.get(id);
}
