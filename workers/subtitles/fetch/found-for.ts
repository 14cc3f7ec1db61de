import type {SubtitleKind} from '#shared/domain/media/subtitle.ts';
import type {ProviderResult, RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {rankSubtitles, rateSubtitle} from '#shared/domain/subtitles/rating/rate-subtitle.ts';
import {movieHash} from '../../integrations/subtitles/movie-hash.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';

export interface FoundFor {
	/** The best first. */
	rated: RatedSubtitle[];
	providerResults: ProviderResult[];
}

const worst = 51;

/** Asks the providers once for all languages, and rates what they offer for this file. */
export async function foundFor(
	title: SubtitledTitle,
	wanted: {languages: readonly string[]; wishes: readonly SubtitleKind[]},
	{deps, signal}: {deps: WorkerDeps; signal: AbortSignal},
): Promise<FoundFor> {
	const {file, profile} = title;
	const criteria = {...title.criteria, languages: [...new Set(wanted.languages)], movieHash: await hashOf(file.path, signal)};
	const {found, providerResults} = await deps.searchSubtitleProviders({criteria, providerIds: null}, signal);
	const isBlocklisted = await deps.subtitleBlocklist.blockedFor(title);
	const priorities = new Map((await deps.subtitleProviders.list()).map(({id, priority}) => [id, priority]));
	const rated = found.map(each =>
		rateSubtitle(each, {
			criteria: title.criteria,
			file,
			minimumScore: profile.minimumSubtitleScore,
			acceptMachineTranslated: deps.settings.get('subtitles.machineTranslated'),
			wishes: wanted.wishes,
			isBlocklisted,
		}),
	);
	return {rated: rankSubtitles(rated, id => priorities.get(id) ?? worst), providerResults};
}

/** Without its hash a file is searched by its names. */
async function hashOf(path: string, signal: AbortSignal): Promise<string | null> {
	try {
		return await movieHash(path, signal);
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Error && 'code' in error) {
			return null;
		}
		throw error;
	}
}
