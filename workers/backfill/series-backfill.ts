import {matchSeries} from '#shared/domain/matching/match-series.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {episodeNaming} from '#shared/settings/settings.ts';
import type {SeriesTitle} from '#shared/store/series/series.ts';
import {dropEpisodeFile} from '../library/drop-file.ts';
import {recordEpisodeFiles} from '../library/record-episode-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {createMediaBackfill, type LibraryPlace, type MediaBackfill} from './media-backfill.ts';

type Deps = Parameters<typeof createMediaBackfill>[2] & Pick<WorkerDeps, 'episodes' | 'files' | 'history' | 'now' | 'settings'>;

export function createSeriesBackfill(place: LibraryPlace, deps: Deps): MediaBackfill {
	const {series, episodes, metadata, settings, now} = deps;
	return createMediaBackfill<SeriesTitle, SeriesDetails>(
		place,
		{
			mode: 'tv',
			kind: 'series',
			titles: series,
			match: matchSeries,
			withFile: async titleIds => new Set((await episodes.pathsOf(await series.notElsewhere(titleIds, place.library.id))).keys()),
			record: rows => recordEpisodeFiles(rows, deps),
			findByTvMetaId: metadata.findByTvMetaId,
			search: metadata.searchSeries,
			details: metadata.series,
			folderOf(details, relative) {
				const [folder = '', ...below] = relative.split('/');
				return below.length > 0 ? folder : seriesFolder(details, episodeNaming(settings));
			},
			add: (details, choice) => series.add(details, {...choice, seasonFolder: true, seasonOptions: []}, now()),
			drop: (seriesId, path) => dropEpisodeFile({seriesId, path}, deps),
		},
		deps,
	);
}
