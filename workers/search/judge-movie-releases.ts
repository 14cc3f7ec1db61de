import {type Candidate, type MappedMedia, toCandidate} from '#shared/domain/decisions/candidate.ts';
import {type Decision, decide} from '#shared/domain/decisions/decide.ts';
import {endDelays} from '#shared/domain/decisions/end-delays.ts';
import type {Facts} from '#shared/domain/decisions/facts.ts';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {toJudgement} from '#shared/domain/decisions/judgement.ts';
import {rank} from '#shared/domain/decisions/rank.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {FormatResult} from '#shared/domain/quality/score.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type Asking, commonFacts, factsOfStranger, movieFacts} from './decision-facts.ts';
import {matchTerms} from './match-terms.ts';
import {createFormatValuer, type ReadRelease} from './value-formats.ts';

/** Why releases are judged. `wanted` limits the mapping to that movie. */
export interface AskedMovie extends Asking {
	wanted: Movie | null;
}

/** Parses, maps and judges the releases of a movie search, best first. */
export async function judgeMovieReleases(releases: readonly FoundRelease[], asked: AskedMovie, deps: WorkerDeps): Promise<JudgedRelease[]> {
	return rankReleases(await decideMovieReleases(releases, asked, deps), deps);
}

export async function decideMovieReleases(
	releases: readonly FoundRelease[],
	{wanted, ...asking}: AskedMovie,
	deps: WorkerDeps,
): Promise<Decision[]> {
	if (releases.length === 0) {
		return [];
	}
	const read = releases.map((release): ReadRelease => ({release, parsed: parseTitle(release.title, {mode: 'movie'})}));
	const common = await commonFacts(releases, asking, deps);
	const valueFormats = await createFormatValuer(read, deps);
	const matchedTerms = await matchTerms(releases, deps);
	const mapped = await mapToMovies(read, wanted, deps);
	const factsByMovie = new Map<string, Facts>();
	for (const movie of new Set(mapped.values())) {
		factsByMovie.set(movie.id, await movieFacts(common, movie, deps));
	}
	const stranger = factsOfStranger(common, wanted);
	const judged = read.map(row => {
		const movie = mapped.get(row.release) ?? null;
		const facts = (movie && factsByMovie.get(movie.id)) ?? stranger;
		const formats = valueFormats(row, {...facts, releaseType: 'movie'});
		const candidate = {...candidateOf(row, movie, formats), matchedTerms: matchedTerms(row.release)};
		return {decision: decide(candidate, facts), facts};
	});
	return endDelays(judged);
}

/** Sorts the best first; `wholeSeason` puts packs in front. Each decision knows which protocol its title prefers. */
export async function rankReleases(
	decisions: readonly Decision[],
	{qualityDefinitions, settings, now}: WorkerDeps,
	wholeSeason = false,
): Promise<JudgedRelease[]> {
	if (decisions.length === 0) {
		return [];
	}
	const wishes = {
		preferredProtocol: null,
		wholeSeason,
		sizeLimits: await qualityDefinitions.limits(),
		properRepack: settings.get('media.properRepack'),
		now: now(),
	};
	return rank(decisions, wishes).map(toJudged);
}

/** Loads only the movies that the names and ids of the releases could mean, because the library may hold 100,000. */
async function mapToMovies(read: readonly ReadRelease[], wanted: Movie | null, {movies}: WorkerDeps): Promise<Map<FoundRelease, Movie>> {
	const index = createTitleIndex(await movies.byKeys(lookupKeys(read)));
	const ids = new Map<FoundRelease, string>();
	for (const {release, parsed} of read) {
		const match = parsed && matchMovie(index, parsed, release);
		if (match && (!wanted || match.id === wanted.id)) {
			ids.set(release, match.id);
		}
	}
	const known = new Map((await movies.getMany([...new Set(ids.values())])).map(movie => [movie.id, movie]));
	return new Map([...ids].flatMap(([release, id]) => (known.has(id) ? [[release, known.get(id)!]] : []))); // checked by has()
}

function candidateOf({release, parsed}: ReadRelease, movie: Movie | null, formats: FormatResult): Candidate {
	const media: MappedMedia = {kind: 'movie', movie: movie && {id: movie.id, title: movie.title, year: movie.year, runtime: movie.runtime}};
	return toCandidate(release, parsed, {media, formats});
}

export function toJudged({
	candidate,
	approved,
	temporarilyRejected,
	rejections,
	rejectionDetails,
	wouldHaveWaited,
}: Decision): JudgedRelease {
	const {release, media} = candidate;
	const episodes = media.kind === 'series' ? media.episodes : [];
	return {
		release,
		judgement: toJudgement(candidate),
		approved,
		temporarilyRejected,
		rejections,
		rejectionDetails,
		wouldHaveWaited,
		mappedMovie: media.kind === 'movie' && media.movie ? {id: media.movie.id, title: media.movie.title, year: media.movie.year} : null,
		mappedSeries: media.kind === 'series' ? media.series : null,
		mappedEpisode: episodes[0] ? {seasonNumber: episodes[0].seasonNumber, episodeNumber: episodes[0].episodeNumber} : null,
		episodeIds: episodes.map(({id}) => id),
	};
}
