import {wait} from '#shared/coordination/wait.ts';
import {type JudgedRelease, joinVersions} from '#shared/domain/decisions/judged-release.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {toWireFailure} from '#shared/errors.ts';
import type {SearchedReleases, SearchReleases, searchReleases} from '#shared/jobs/search.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {FoundSoFar} from '../runtime/deps.ts';
import {type Handler, type Run, stopReason} from '../runtime/handler.ts';
import {rankReleases} from './judge-releases.ts';
import {searchByNumbers} from './search-criteria.ts';
import {findSearchTarget, type TargetDeps} from './search-target.ts';

type Used = keyof TargetDeps | 'searchIndexers' | 'releaseCache' | 'log';
type Deps = Parameters<Handler<typeof searchReleases, Used>>[1];

/** Searches the indexers for a person who waits, and stores the results in the release cache. */
export const handleSearchReleases: Handler<typeof searchReleases, Used> = (payload, deps, run) =>
	payload.isStarted ? searchWhileRead(payload, deps, run) : search(payload, deps, run);

type OnAnswer = (soFar: FoundSoFar, judge: (releases: readonly FoundRelease[]) => Promise<JudgedRelease[]>) => void;

async function search(payload: SearchReleases, deps: Deps, {id, signal}: Run, onAnswer?: OnAnswer): Promise<SearchedReleases> {
	const started = performance.now();
	const {decide, wholeSeason, ...target} = await findSearchTarget(payload, deps, signal);
	const judge = async (releases: readonly FoundRelease[]) => {
		const decisions = await decide(releases);
		const order = [
			...new Set(decisions.flatMap(({candidate: {media}}) => (media.kind === 'movie' ? media.movie : media.series)?.id ?? [])),
		];
		const judged = await rankReleases(decisions, deps, wholeSeason);
		return joinVersions(judged, order)
			.filter(release => isWithin(release, payload, deps.now()))
			.slice(0, payload.limit);
	};
	const asked = {...target, use: 'interactive' as const, indexerIds: payload.indexerIds};
	const telling = onAnswer && {onAnswer: (soFar: FoundSoFar) => onAnswer(soFar, judge)};
	const {releases, indexerResults} = await searchByNumbers({...asked, ...telling}, signal, deps);
	const found = await judge(releases);
	await deps.releaseCache.put(id, {releases: found, indexerResults, searchTime: deps.now()});
	return {searchId: id, total: found.length, duration: Math.round(performance.now() - started)};
}

/** Milliseconds between two judgements of what has come so far, and how many times the last one's own time. */
const minPauseMs = 500;
const pauseFactor = 4;

/**
 * A search whose caller reads the results as the indexers answer. It may run twice, after the death of its worker; the
 * run that ends first counts. Nobody is asked any more for one that was stopped or forgotten.
 */
async function searchWhileRead(payload: SearchReleases, deps: Deps, run: Run): Promise<SearchedReleases> {
	const {releaseCache, now, log} = deps;
	const note = (change: Parameters<typeof releaseCache.noteSearch>[1]) => releaseCache.noteSearch(run.id, change, now());
	if (!(await note({state: 'searching', asking: []}))) {
		return {searchId: run.id, total: 0, duration: 0};
	}
	const telling = latestOf<Parameters<OnAnswer>>(async ([{releases, indexerResults, asking}, judge]) => {
		const judged = await judge(releases);
		await releaseCache.put(run.id, {releases: judged, indexerResults, searchTime: now()});
		await note({asking});
	}, log);
	try {
		const searched = await search(payload, deps, run, (...soFar) => telling.tell(soFar)).finally(telling.end);
		await note({state: 'completed'});
		return searched;
	} catch (error) {
		// When the process stops, another one runs it again.
		if (run.signal.reason !== stopReason) {
			await note({state: 'failed', message: maskSecrets(toWireFailure(error).message)});
		}
		throw error;
	}
}

/** Does the work for the latest value only, with pauses between. Values that come meanwhile are skipped. */
function latestOf<T>(work: (value: T) => Promise<void>, log: Deps['log']) {
	const over = new AbortController();
	let next: {value: T} | null = null;
	let running: Promise<void> | null = null;

	async function run(): Promise<void> {
		while (next && !over.signal.aborted) {
			const {value} = next;
			next = null;
			const begun = performance.now();
			// What has come so far is never worth the search.
			await work(value).catch(error => log.warn({err: error}, 'What a search has found so far could not be stored'));
			await wait(Math.max(minPauseMs, (performance.now() - begun) * pauseFactor), over.signal).catch(() => {});
		}
		running = null;
	}

	return {
		tell(value: T): void {
			next = {value};
			running ??= run();
		},
		/** Ends after the work under way, so that nothing is written later. */
		async end(): Promise<void> {
			over.abort();
			await running;
		},
	};
}

/** Applies the caller's own filters, which leave releases out. The limits of settings and profiles only reject them. */
function isWithin({release}: JudgedRelease, {minSeeders, maxAge}: SearchReleases, now: Date): boolean {
	const seeders = release.protocol === 'torrent' ? (release.seeders ?? 0) : Number.POSITIVE_INFINITY;
	// Nobody knows how old a release without a date is.
	const days = release.publishDate === null ? Number.MAX_VALUE : (Number(now) - Number(release.publishDate)) / dayMs;
	return seeders >= (minSeeders ?? 0) && days <= (maxAge ?? Number.POSITIVE_INFINITY);
}
