import {type MappedMedia, releaseTypeOf, toCandidate} from '#shared/domain/decisions/candidate.ts';
import {type Decision, decide} from '#shared/domain/decisions/decide.ts';
import {endDelays} from '#shared/domain/decisions/end-delays.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchEpisodes} from '#shared/domain/matching/match-episodes.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type Asking, commonFacts, factsOfStranger} from './decision-facts.ts';
import {matchTerms} from './match-terms.ts';
import {type SeriesFacts, seriesFacts} from './series-facts.ts';
import {createFormatValuer, type ReadRelease} from './value-formats.ts';

/** What is searched for, and why. */
export interface AskedSeries extends Asking {
	/** Null to accept releases of any series. */
	series: Series | null;
	/** Null to accept any episode. */
	episodeIds: ReadonlySet<string> | null;
}

/** Parses, maps and judges the releases of a series search or a feed. */
export async function decideSeriesReleases(
	releases: readonly FoundRelease[],
	{series: only, episodeIds, ...asking}: AskedSeries,
	deps: WorkerDeps,
): Promise<Decision[]> {
	if (releases.length === 0) {
		return [];
	}
	const read = releases.map((release): ReadRelease => ({release, parsed: parseTitle(release.title, {mode: 'tv'})}));
	const common = await commonFacts(releases, asking, deps);
	const valueFormats = await createFormatValuer(read, deps);
	const matchedTerms = await matchTerms(releases, deps);
	const stranger = factsOfStranger(common, only);
	const factsById = new Map<string, SeriesFacts>();
	const ids = await mapToSeries(read, only, deps);
	for (const series of await deps.series.getMany([...new Set(ids.values())])) {
		factsById.set(series.id, await seriesFacts(common, series, deps));
	}
	const judged = read.map(row => {
		const known = factsById.get(ids.get(row.release) ?? '') ?? null;
		const held = known && row.parsed ? matchEpisodes(known.episodes, row.parsed, known.series) : [];
		const facts = known ? known.of(held, episodeIds) : stranger;
		const media = mediaOf({known, held});
		const formats = valueFormats(row, {...facts, releaseType: releaseTypeOf({parsed: row.parsed, media})});
		const candidate = {...toCandidate(row.release, row.parsed, {media, formats}), matchedTerms: matchedTerms(row.release)};
		return {decision: decide(candidate, facts), facts};
	});
	return endDelays(judged);
}

/** Loads only the series that the names and ids of the releases could mean. */
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

/** The series and episodes of a release. */
function mediaOf({known, held}: {known: SeriesFacts | null; held: readonly Episode[]}): MappedMedia {
	const episodes = held.map(({id, seasonNumber, episodeNumber, runtime}) => ({
		id,
		seasonNumber,
		episodeNumber,
		runtime: runtime ?? known?.series.runtime ?? null,
	}));
	const series = known && {id: known.series.id, title: known.series.title};
	return {kind: 'series', series, episodes};
}
