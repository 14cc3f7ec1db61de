import type {SubtitleKind} from '#shared/domain/media/subtitle.ts';
import type {ProviderResult, RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {rankSubtitles, rateSubtitle} from '#shared/domain/subtitles/rating/rate-subtitle.ts';
import {kindsOf, standInFor} from '#shared/domain/subtitles/subtitle-goals.ts';
import {Invalid} from '#shared/errors.ts';
import type {searchSubtitles} from '#shared/jobs/subtitles.ts';
import {movieHash} from '../integrations/subtitles/movie-hash.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {type SubtitledTitle, type TitleDeps, titleWithFile} from './subtitled-title.ts';

type Deps = TitleDeps & SearchDeps & Pick<WorkerDeps, 'subtitleCache'>;

/** Subtitles that are stored for a person to choose from. */
const maxFound = 500;
/** Priority of a provider that was deleted meanwhile: behind all others. */
const lastPriority = 51;

/** Lists what the providers offer for a title, for a person to choose from. */
export const handleSearchSubtitles: Handler<typeof searchSubtitles, keyof Deps> = async ({owner, languages}, deps, {signal}) => {
	const startedAt = performance.now();
	const title = await titleWithFile(owner, deps);
	const {subtitles: wishes} = title.profile;
	// A caller who names languages wants every kind of subtitle in them.
	const all = (language: string) =>
		[false, true].flatMap(forced => [false, true].map(hearingImpaired => ({language, forced, hearingImpaired})));
	const wanted =
		languages === null
			? {kinds: kindsOf(wishes), standIns: kindsOf(wishes).flatMap(kind => standInFor(kind, wishes) ?? [])}
			: {kinds: languages.flatMap(all), standIns: []};
	if (wanted.kinds.length === 0) {
		const message = 'The language profile of this title wants no subtitles. Name the languages to search, or add some to the profile.';
		throw new Invalid('no_subtitle_languages', message, [{path: 'languages', message: 'at least one language is required'}]);
	}
	const {rated, providerResults} = await searchProviders(title, wanted, {deps, signal});
	const searchId = await deps.subtitleCache.put(owner, rated.slice(0, maxFound));
	return {searchId, providerResults, duration: Math.round(performance.now() - startedAt)};
};

export interface SearchResult {
	/** The best first. */
	rated: RatedSubtitle[];
	providerResults: ProviderResult[];
}

export type SearchDeps = Pick<WorkerDeps, 'searchSubtitleProviders' | 'subtitleBlocklist' | 'subtitleProviders' | 'settings'>;

/** Asks the providers once for all languages, and rates what they offer for this file. */
export async function searchProviders(
	title: SubtitledTitle,
	{kinds, standIns}: {kinds: readonly SubtitleKind[]; standIns: readonly SubtitleKind[]},
	{deps, signal}: {deps: SearchDeps; signal: AbortSignal},
): Promise<SearchResult> {
	const {file, profile} = title;
	const languages = [...new Set(kinds.map(({language}) => language))];
	const criteria = {...title.criteria, languages, movieHash: await hashOf(file.path, signal)};
	const {found, providerResults} = await deps.searchSubtitleProviders({criteria, providerIds: null}, signal);
	const isBlocklisted = await deps.subtitleBlocklist.blockedFor(title);
	const priorities = new Map((await deps.subtitleProviders.list()).map(({id, priority}) => [id, priority]));
	const rated = found.map(each =>
		rateSubtitle(each, {
			criteria: title.criteria,
			file,
			minimumScore: profile.minimumSubtitleScore,
			acceptMachineTranslated: deps.settings.get('subtitles.machineTranslated'),
			wantedKinds: kinds,
			standIns,
			isBlocklisted,
		}),
	);
	return {rated: rankSubtitles(rated, id => priorities.get(id) ?? lastPriority), providerResults};
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
