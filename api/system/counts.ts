import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import {type HealthIssue, type HealthStatus, healthStatuses, issueLevels} from '#shared/domain/health.ts';
import {needsPerson} from '#shared/domain/searches/title-state.ts';
import {integer, oneOf} from '#shared/presenters/fields.ts';
import {plainView} from '#shared/presenters/view.ts';
import type {WantedKind} from '#shared/store/wanted/wanted-lists.ts';

interface CurrentHealth {
	status: HealthStatus;
	issues: readonly HealthIssue[];
}

/** Counting a wanted list of many thousand titles reads its whole index, so it is counted less often. */
const wantedFactor = 30;

/** How long a wanted list is, of movies and episodes together. */
async function countWanted(wanted: WantedKind, {movies, episodes, settings, now}: RouteDeps): Promise<number> {
	const monitoredOnly = wanted === 'subtitles' && settings.get('subtitles.monitoredOnly');
	const none = {wanted, page: 1, limit: 0, monitoredOnly};
	const lists = await Promise.all([
		movies.wantedPage({...none, sort: {field: 'title', direction: 'asc'}}, {_id: 1}, now()),
		episodes.wantedPage({...none, sort: {field: 'airDateUtc', direction: 'desc'}}, {_id: 1}, now()),
	]);
	return lists.reduce((sum, {total}) => sum + total, 0);
}

/** The counts beside the entries of a menu, in one reply that costs the same for any number of clients. */
export function countsRoute(deps: RouteDeps, readHealth: () => Promise<CurrentHealth>): Route {
	const {downloads, stateMs} = deps;
	const underWay = cached(() => downloads.countUnderWay(), {ttlMs: stateMs});
	const wanted = cached(
		async () => {
			const [missing, cutoff, subtitles] = await Promise.all([
				countWanted('missing', deps),
				countWanted('cutoff', deps),
				countWanted('subtitles', deps),
			]);
			return {missing, cutoff, subtitles};
		},
		{ttlMs: stateMs * wantedFactor},
	);
	return route('GET /api/counts', {access: 'auth'}, async () => {
		const [items, lists, {status, issues}] = await Promise.all([underWay(), wanted(), readHealth()]);
		const sum = (some: typeof items) => some.reduce((total, {count}) => total + count, 0);
		const levels = Object.fromEntries(issueLevels.map(level => [level, issues.filter(each => each.level === level).length]));
		const queue = {downloads: sum(items), needsYou: sum(items.filter(needsPerson))};
		return ok(counts.present({queue, wanted: lists, health: {status, ...(levels as Record<(typeof issueLevels)[number], number>)}}));
	});
}

const countFields = {
	queue: plainView({
		downloads: integer.description('Downloads that have not ended.'),
		needsYou: integer.description('Those that do not continue automatically: a refused import, or an error of the client.'),
	}),
	wanted: plainView({
		missing: integer.description('Monitored movies and episodes that are out and have no file.'),
		cutoff: integer.description('Monitored movies and episodes whose file is below the cutoff of their profile.'),
		subtitles: integer.description('Movies and episodes whose file lacks a subtitle that is wanted.'),
	}),
	health: plainView({
		status: oneOf(healthStatuses),
		notice: integer.description('Findings of this level.'),
		warning: integer.description('Findings of this level.'),
		error: integer.description('Findings of this level.'),
	}),
};
const counts = plainView(countFields, 'Counts');

export const countsOperations: Operations = {
	'GET /api/counts': {
		id: 'getCounts',
		summary: 'Count downloads, wanted titles and findings of the health, as a menu shows them',
		replies: {200: counts.schema},
	},
};
