import {type JudgedRelease, joinVersions} from '#shared/domain/decisions/judged-release.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {SearchReleases, searchReleases} from '#shared/jobs/search.ts';
import type {Handler} from '../runtime/handler.ts';
import {rankReleases} from './judge-releases.ts';
import {searchByNumbers} from './search-by-numbers.ts';
import {findSearchTarget, type TargetDeps} from './search-target.ts';

/** Searches the indexers for a caller who waits, and stores the results in the release cache. */
export const handleSearchReleases: Handler<typeof searchReleases, keyof TargetDeps | 'searchIndexers' | 'releaseCache'> = async (
	payload,
	deps,
	{id, signal},
) => {
	const started = performance.now();
	const {decide, wholeSeason, ...target} = await findSearchTarget(payload, deps, signal);
	const asked = {...target, use: 'interactive' as const, indexerIds: payload.indexerIds};
	const {releases, indexerResults} = await searchByNumbers(asked, signal, deps);
	const decisions = await decide(releases);
	const order = [...new Set(decisions.flatMap(({candidate: {media}}) => (media.kind === 'movie' ? media.movie : media.series)?.id ?? []))];
	const judged = await rankReleases(decisions, deps, wholeSeason);
	const found = joinVersions(judged, order)
		.filter(release => isWithin(release, payload, deps.now()))
		.slice(0, payload.limit);
	await deps.releaseCache.put(id, {releases: found, indexerResults, searchTime: deps.now()});
	return {searchId: id, total: found.length, duration: Math.round(performance.now() - started)};
};

/** Applies the caller's own filters, which leave releases out. The limits of settings and profiles only reject them. */
function isWithin({release}: JudgedRelease, {minSeeders, maxAge}: SearchReleases, now: Date): boolean {
	const seeders = release.protocol === 'torrent' ? (release.seeders ?? 0) : Number.POSITIVE_INFINITY;
	const days = (Number(now) - Number(release.publishDate)) / dayMs;
	return seeders >= (minSeeders ?? 0) && days <= (maxAge ?? Number.POSITIVE_INFINITY);
}
