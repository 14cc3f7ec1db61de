import {type Candidate, toCandidate} from '#shared/domain/decisions/candidate.ts';
import {type Decision, decide} from '#shared/domain/decisions/decide.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {isWholeSeason, matchEpisodes} from '#shared/domain/matching/match-episodes.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {ReleaseType} from '#shared/domain/quality/custom-format.ts';
import type {FormatResult} from '#shared/domain/quality/score.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {commonFacts, factsOfStranger} from './decision-facts.ts';
import {type SeriesFacts, seriesFacts} from './series-facts.ts';
import {createFormatValuer, type ReadRelease} from './value-formats.ts';

/** What a search is about. */
export interface WantedOfSeries {
	series: Series;
	/** Null when every episode will do. */
	episodeIds: ReadonlySet<string> | null;
}

/** A release with the series and the episodes that it stands for. */
interface MappedRelease extends ReadRelease {
	known: SeriesFacts | null;
	held: Episode[];
}

/** Reads, maps and decides the releases of a search for series. `wanted` narrows the mapping to that series. */
export async function decideSeriesReleases(
	releases: readonly FoundRelease[],
	wanted: WantedOfSeries | null,
	deps: WorkerDeps,
): Promise<Decision[]> {
	const read = releases.map((release): ReadRelease => ({release, parsed: parseTitle(release.title, {mode: 'tv'})}));
	const common = await commonFacts(releases, deps);
	const valueFormats = await createFormatValuer(read, deps);
	const profile = wanted && (await deps.qualityProfiles.find(wanted.series.qualityProfileId));
	const stranger = factsOfStranger(common, profile ?? (await deps.qualityProfiles.getDefault()));
	const factsById = new Map<string, SeriesFacts>();
	const ids = await mapToSeries(read, wanted?.series ?? null, deps);
	for (const series of await deps.series.getMany([...new Set(ids.values())])) {
		factsById.set(series.id, await seriesFacts(common, series, deps));
	}
	return read.map(row => {
		const known = factsById.get(ids.get(row.release) ?? '') ?? null;
		const held = known && row.parsed ? matchEpisodes(known.episodes, row.parsed, known.series) : [];
		const facts = known ? known.of(held, wanted?.episodeIds ?? null) : stranger;
		const mapped = {...row, known, held};
		return decide(candidateOf(mapped, valueFormats(row, {...facts, releaseType: releaseTypeOf(mapped)})), facts);
	});
}

/** Fetches only the series that the names and ids of the releases could mean. */
async function mapToSeries(read: readonly ReadRelease[], wanted: Series | null, {series}: WorkerDeps): Promise<Map<FoundRelease, string>> {
	const index = createTitleIndex(await series.byKeys(lookupKeys(read)));
	const ids = new Map<FoundRelease, string>();
	for (const {release, parsed} of read) {
		const match = parsed && matchSeries(index, parsed, release);
		if (match && (!wanted || match.id === wanted.id)) {
			ids.set(release, match.id);
		}
	}
	return ids;
}

function releaseTypeOf({parsed, known, held}: MappedRelease): ReleaseType {
	if (parsed && isWholeSeason(parsed, known?.series ?? null)) {
		return 'seasonPack';
	}
	return held.length > 1 ? 'multiEpisode' : 'singleEpisode';
}

function candidateOf({release, parsed, known, held}: MappedRelease, formats: FormatResult): Candidate {
	const episodes = held.map(({id, seasonNumber, episodeNumber, runtime}) => ({
		id,
		seasonNumber,
		episodeNumber,
		runtime: runtime ?? known?.series.runtime ?? null,
	}));
	const series = known && {id: known.series.id, title: known.series.title};
	return toCandidate(release, parsed, {media: {kind: 'series', series, episodes}, formats});
}
