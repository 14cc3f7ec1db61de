import {mapInTurns} from '#shared/coordination/wait.ts';
import type {Decision} from '#shared/domain/decisions/decide.ts';
import {mergeReleases} from '#shared/domain/indexers/merge-releases.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {readFeeds} from '#shared/jobs/search.ts';
import type {FeedPart, ReportedRelease, WantedRelease} from '#shared/store/downloads/feed-parts.ts';
import type {PendingRelease} from '#shared/store/downloads/pending-releases.ts';
import type {Handler} from '../runtime/handler.ts';
import {askedBefore, divide} from './grab-wanted.ts';
import {decideEpisodes, decideMovies, type JudgeDeps} from './judge-releases.ts';

/** The report lists a hundred titles. */
const maxRefused = 500;

/** Reads the feeds of a few indexers for one run of the task, once, however often a worker dies. */
export const handleReadFeeds: Handler<typeof readFeeds, keyof JudgeDeps | 'feedParts' | 'recentReleases'> = async (
	{readingId, indexerIds},
	deps,
	{signal},
) => {
	const before = await deps.feedParts.find(readingId, indexerIds);
	if (before) {
		return {found: before.found};
	}
	const recent = await deps.recentReleases(signal, {id: readingId, indexerIds});
	const part = {...(await sift(recent.releases, [], deps)), found: recent.releases.length, indexerResults: recent.indexerResults};
	await deps.feedParts.put(readingId, indexerIds, part);
	return {found: part.found};
};

/** Releases of which the refused ones are forgotten before the next are judged. */
const judgedAtOnce = 1000;

/** Judges releases by themselves, and keeps those of which the best of each title is chosen later. */
export async function sift(
	releases: readonly FoundRelease[],
	pending: readonly PendingRelease[],
	deps: JudgeDeps,
): Promise<Pick<FeedPart, 'wanted' | 'refused'>> {
	const asked = {wanted: null, askedOf: askedBefore(pending)};
	const titles = new Map<FoundRelease, string>();
	const refused: ReportedRelease[] = [];
	for (let at = 0; at < releases.length; at += judgedAtOnce) {
		const {films, shows} = await divide(releases.slice(at, at + judgedAtOnce), pending);
		const judged = [...(await decideMovies(films, asked, deps)), ...(await decideEpisodes(shows, asked, deps))];
		await mapInTurns(judged, ({decision}) => {
			const {media, release} = decision.candidate;
			const title = media.kind === 'movie' ? media.movie : media.series;
			if (title && (decision.approved || decision.temporarilyRejected)) {
				titles.set(release, [title.id, titles.get(release) ?? title.id].toSorted()[0]!); // there are two
			} else if (title && refused.length < maxRefused) {
				refused.push(toRefused(decision));
			}
		});
	}
	return {wanted: [...titles].map(([release, titleId]) => ({release, titleId})), refused};
}

function toRefused({candidate: {media}, rejectionDetails}: Decision): ReportedRelease {
	const movie = media.kind === 'movie' ? media.movie : null;
	const series = media.kind === 'series' ? media.series : null;
	return {
		approved: false,
		rejectionDetails: rejectionDetails.slice(0, 1),
		mappedMovie: movie && {id: movie.id, title: movie.title, year: movie.year},
		mappedSeries: series && {id: series.id, title: series.title},
	};
}

/** Releases of which the best of each title are chosen at once. */
const comparedAtOnce = 500;

/** Each release once, all releases of a title together. */
export function byTitles(wanted: readonly WantedRelease[]): FoundRelease[][] {
	const titleOf = new Map(wanted.map(({release, titleId}) => [release, titleId]));
	const merged = mergeReleases(wanted.map(({release}) => release));
	const groups: FoundRelease[][] = [];
	for (const ofTitle of Map.groupBy(merged, release => titleOf.get(release)).values()) {
		const last = groups.at(-1);
		if (last && last.length + ofTitle.length <= comparedAtOnce) {
			last.push(...ofTitle);
		} else {
			groups.push(ofTitle);
		}
	}
	return groups;
}
