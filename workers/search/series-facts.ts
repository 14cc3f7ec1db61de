import type {Facts} from '#shared/domain/decisions/facts.ts';
import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import {episodesAvailableFrom} from '#shared/domain/media/availability.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {CommonFacts} from './decision-facts.ts';

/** A series with all that a decision about one of its releases needs. */
export interface SeriesFacts {
	series: Series;
	episodes: Episode[];
	/** Of a release that holds `held`, while `wanted` are searched for (null: any). */
	of(held: readonly Episode[], wanted: ReadonlySet<string> | null): Facts;
}

export async function seriesFacts(
	common: CommonFacts,
	series: Series,
	{episodes, qualityProfiles, downloads, settings}: WorkerDeps,
): Promise<SeriesFacts> {
	const profile = (await qualityProfiles.find(series.qualityProfileId)) ?? (await qualityProfiles.getDefault());
	const takesEarly = settings.get('media.grabBeforeAiring');
	const queued = await downloads.forSeries(series.id);
	return {
		series,
		episodes: await episodes.ofSeries(series.id),
		of(held, wanted) {
			const ids = new Set(held.map(({id}) => id));
			const files = new Map(held.flatMap(({file}) => (file ? [[file.id, file] as const] : [])));
			const rivals = queued.filter(({episodeIds}) => episodeIds.some(id => ids.has(id)));
			return {
				...common(series.libraryId),
				profile,
				files: [...files.values()].map(fileCopy),
				queue: rivals.map(({title, judgement}) => judgementCopy(title, judgement)),
				availableFrom:
					held.length > 0
						? episodesAvailableFrom(
								held.map(({airDateUtc}) => airDateUtc),
								takesEarly,
							)
						: 'always',
				originalLanguage: series.originalLanguage,
				wantedEpisodes: wanted,
			};
		},
	};
}
