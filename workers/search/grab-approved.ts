import {isFailing, judgementCopy, type Present, presentOfEpisodes, presentOfMovie, whySuperseded} from '#shared/domain/decisions/copies.ts';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {chooseClient} from '#shared/domain/downloads/choose-client.ts';
import {protocols} from '#shared/domain/release/release.ts';
import type {SearchResult} from '#shared/store/downloads/release-cache.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {type GrabOutcome, grabLimitMs, grabOffer, type OfferDeps} from './grab-offer.ts';

export type GrabDeps = OfferDeps & Pick<WorkerDeps, 'movies' | 'series' | 'episodes' | 'qualityProfiles' | 'downloads' | 'leases'>;

/** Releases of one title that may fail at an indexer or a client before the title is left for another day. */
const maxFailures = 10;

/** Grabs the first of these releases (best first) that works. Returns whether one was grabbed. */
export async function grabMovie(
	offers: readonly JudgedRelease[],
	movieId: string,
	{deps, run}: {deps: GrabDeps; run: Run},
): Promise<boolean> {
	for (const offer of offers.slice(0, maxFailures)) {
		const outcome = await oneAtATime(movieId, {deps, run}, async () => {
			const movie = await deps.movies.get(movieId);
			const present = presentOfMovie(movie, await deps.downloads.forMovie(movieId));
			return (
				(await insteadOfGrab(offer, {present, qualityProfileId: movie.qualityProfileId}, {deps, run})) ??
				grabOffer({...idOf(offer), movieId, seriesId: null, episodeIds: null}, offer, {deps, run})
			);
		});
		if (outcome !== 'failed') {
			return outcome === 'grabbed';
		}
	}
	return false;
}

/**
 * Grabs releases, best first, until no episode is open or no release has an open one. Removes the grabbed episodes from
 * `open`. Returns how many releases were grabbed.
 */
export async function grabEpisodes(
	approved: readonly JudgedRelease[],
	{seriesId, open}: {seriesId: string; open: Set<string>},
	{deps, run}: {deps: GrabDeps; run: Run},
): Promise<number> {
	const taken = new Set<string>();
	let failed = 0;
	let grabbed = 0;
	for (const offer of approved) {
		const {episodeIds} = offer;
		const isNeeded = episodeIds.some(id => open.has(id)) && !episodeIds.some(id => taken.has(id));
		if (!isNeeded || failed === maxFailures) {
			continue;
		}
		const outcome = await oneAtATime(seriesId, {deps, run}, async () => {
			const series = await deps.series.get(seriesId);
			const all = await deps.episodes.ofSeries(seriesId);
			const held = all.filter(({id}) => episodeIds.includes(id));
			const present = presentOfEpisodes(held, all, await deps.downloads.forSeries(seriesId));
			return (
				(await insteadOfGrab(offer, {present, qualityProfileId: series.qualityProfileId}, {deps, run})) ??
				grabOffer({...idOf(offer), movieId: null, seriesId, episodeIds}, offer, {deps, run})
			);
		});
		if (outcome === 'failed') {
			failed += 1;
			continue;
		}
		grabbed += outcome === 'grabbed' ? 1 : 0;
		for (const id of episodeIds) {
			taken.add(id);
			open.delete(id);
		}
	}
	return grabbed;
}

const idOf = ({release: {guid, indexerId}}: JudgedRelease) => ({guid, indexerId});

/** What a grab comes to that is not made, because of what happened since the release was judged; null to make it. */
async function insteadOfGrab(
	{release: {title}, judgement}: JudgedRelease,
	{present, qualityProfileId}: {present: Present; qualityProfileId: string},
	{deps, run}: {deps: Pick<GrabDeps, 'qualityProfiles'>; run: Run},
): Promise<'taken' | 'failed' | null> {
	const offered = judgementCopy(title, judgement);
	if (isFailing(offered, present)) {
		run.log.info({release: title}, 'A release is not grabbed: its download has failed in between');
		return 'failed';
	}
	const why = whySuperseded(offered, present, await deps.qualityProfiles.getOrDefault(qualityProfileId));
	if (why === null) {
		return null;
	}
	run.log.info({release: title, why}, 'A release is not grabbed: its title got another one in between');
	return 'taken';
}

/** Longer than a grab that its dead caller left in the queue can still be taken up. */
const leaseMs = grabLimitMs + 30_000;

/**
 * Runs `work` while nothing else is grabbed for the same movie or series by itself. While its outcome is unclear, or
 * when it fails, the lease goes on: an asked grab may still store its item. Null when another grab takes too long; the
 * title is left to the next run then.
 */
async function oneAtATime(
	titleId: string,
	{deps, run}: {deps: Pick<GrabDeps, 'leases'>; run: Run},
	work: () => Promise<GrabOutcome>,
): Promise<GrabOutcome | null> {
	const lease = await deps.leases.acquire(`grab-${titleId}`, {ms: leaseMs, renewed: false, signal: run.signal, maxWaitMs: leaseMs});
	if (!lease) {
		return null;
	}
	const outcome = await work();
	if (outcome !== 'unclear') {
		await lease.release();
	}
	return outcome;
}

/**
 * Keeps the releases that an enabled download client can take, so that the others do not count as failed tries. If no
 * client can take any of them, all stay, so that the try reports what is missing.
 */
export async function fetchable(
	judged: readonly JudgedRelease[],
	{deps, run}: {deps: Pick<WorkerDeps, 'downloadClients'>; run: Run},
): Promise<readonly JudgedRelease[]> {
	if (judged.length === 0) {
		return judged;
	}
	const clients = await deps.downloadClients.list();
	const taken = new Set(protocols.filter(protocol => chooseClient(clients, protocol, null) !== null));
	const able = judged.filter(({release}) => taken.has(release.protocol));
	if (able.length === 0) {
		return judged;
	}
	if (able.length < judged.length) {
		run.log.warn({releases: judged.length - able.length}, 'Releases were passed over: no enabled download client takes their protocol');
	}
	return able;
}

/** Stores releases until they are grabbed. Nobody asks for the list of a search without any. */
export async function storeFound(
	searchId: string,
	found: Omit<SearchResult, 'searchTime'>,
	{releaseCache, now}: Pick<WorkerDeps, 'releaseCache' | 'now'>,
): Promise<void> {
	if (found.releases.length > 0) {
		await releaseCache.put(searchId, {...found, searchTime: now()});
	}
}
