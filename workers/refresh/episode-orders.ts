import {promiseJob} from '#shared/coordination/outbox.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {EpisodeDetails, SeasonDetails, SeriesDetails} from '#shared/domain/media/series.ts';
import {alignEpisodes} from '#shared/domain/numbering/align-episodes.ts';
import {type EpisodePosition, enoughOfSeries, orderEpisodes, tvdbOrders} from '#shared/domain/numbering/order-episodes.ts';
import {Invalid, isExpected} from '#shared/errors.ts';
import type {listEpisodeOrders, previewEpisodeOrder, renumberSeries} from '#shared/jobs/episode-orders.ts';
import {planFileChange} from '#shared/jobs/files.ts';
import {mapNumbers} from '#shared/jobs/refresh.ts';
import type {EpisodeOrder} from '#shared/store/series/refresh-series.ts';
import {addFileChange} from '#shared/tasks/add-file-change.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type OrderDeps = Pick<WorkerDeps, 'episodes' | 'metadata' | 'otherNumbers' | 'series'>;
type PositionOf = (episode: EpisodeDetails) => EpisodePosition | null;

/** The groups of the metadata provider, and the orders of TVDB if there is a key. */
export const handleListEpisodeOrders: Handler<typeof listEpisodeOrders, keyof OrderDeps> = async (
	{seriesId},
	{series, metadata, otherNumbers},
	{signal},
) => {
	const {metaId, tvMetaId} = await series.get(seriesId);
	const groups = await metadata.episodeGroups(metaId, signal);
	const ofTvdb = otherNumbers.hasTvdb() && tvMetaId !== null ? tvdbOrders : [];
	return {
		orders: [
			...groups.map(({id, name, episodes}) => ({order: `tmdb:${id}`, name, episodes})),
			...ofTvdb.map(name => ({order: `tvdb:${name}`, name: `TVDB ${name}`, episodes: null})),
		],
	};
};

export const handlePreviewEpisodeOrder: Handler<typeof previewEpisodeOrder, keyof OrderDeps> = async (
	{seriesId, order},
	deps,
	{signal},
) => {
	const series = await deps.series.get(seriesId);
	const details = await deps.metadata.series(series.metaId, signal);
	const positionOf = await readPositions(series, {details, order}, deps, signal);
	const {positions, coverage} = orderEpisodes(details.seasons, positionOf);
	const stored = new Map((await deps.episodes.ofSeries(seriesId)).map(episode => [episode.metaId, episode]));
	const rows = [...positions].map(([episode, to]) => ({
		title: episode.title,
		from: positionIn(stored, episode),
		to,
		isListed: positionOf(episode) !== null,
	}));
	const changed = rows.filter(
		({from, to}) => from === null || from.seasonNumber !== to.seasonNumber || from.episodeNumber !== to.episodeNumber,
	);
	return {coverage: Math.round(coverage * 1000) / 1000, unchanged: rows.length - changed.length, episodes: changed};
};

function positionIn(stored: ReadonlyMap<number | null, Episode>, {metaId}: EpisodeDetails): EpisodePosition | null {
	const known = metaId === null ? undefined : stored.get(metaId);
	return known ? {seasonNumber: known.seasonNumber, episodeNumber: known.episodeNumber} : null;
}

type RenumberDeps = OrderDeps & Pick<WorkerDeps, 'fileChanges' | 'jobs' | 'now' | 'outbox' | 'settings'>;

/** Files stay with their episodes, which the provider's ids tell. Throws Invalid `order_lacks_episodes`. */
export const handleRenumberSeries: Handler<typeof renumberSeries, keyof RenumberDeps> = async ({seriesId, order}, deps, {signal, log}) => {
	const series = await deps.series.get(seriesId);
	const details = await deps.metadata.series(series.metaId, signal, 'fresh');
	const positionOf = await readPositions(series, {details, order}, deps, signal);
	const {coverage} = orderEpisodes(details.seasons, positionOf);
	if (coverage < enoughOfSeries) {
		throw lacksEpisodes(coverage);
	}
	const ordered = applyOrder(details, {name: order, positionOf});
	const changes = await deps.series.refresh(seriesId, ordered.details, deps.now(), ordered.order);
	await deps.jobs.enqueue(mapNumbers, {seriesId});
	await offerRename(seriesId, deps);
	await promisePlayerFiles({kind: 'series', id: seriesId}, deps);
	log.info({seriesId, order, coverage, ...changes}, 'Numbered the episodes of a series by another order');
};

/** The files have the names of the old order. A person looks at the new ones and starts the change, or does not. */
async function offerRename(seriesId: string, deps: RenumberDeps): Promise<void> {
	const {episodes, fileChanges, now} = deps;
	if ((await episodes.onDisk(seriesId)).every(({file}) => file === null)) {
		return;
	}
	const offered = await fileChanges.offered(seriesId);
	if (offered) {
		await fileChanges.move(offered.id, ['planned'], {state: 'planning'}, now());
		await promiseJob(planFileChange, {changeId: offered.id}, deps);
		return;
	}
	const selection = {movieIds: [], seriesIds: [seriesId], libraryId: null, rootFolderPath: null, all: false};
	const usual = {to: null, path: null, folders: false, copies: false, start: false, requestedBy: null, undoOf: null};
	await addFileChange({kind: 'rename', selection, ...usual}, deps);
}

/** Throws Invalid if a new series cannot be numbered so. */
export async function ensureOrder(details: SeriesDetails, order: string, deps: OrderDeps, signal: AbortSignal): Promise<void> {
	const {coverage} = orderEpisodes(details.seasons, await readPositions(details, {details, order}, deps, signal));
	if (coverage < enoughOfSeries) {
		throw lacksEpisodes(coverage);
	}
}

function lacksEpisodes(coverage: number): Invalid {
	const percent = Math.floor(coverage * 100);
	return new Invalid(
		'order_lacks_episodes',
		`This order has only ${percent} % of the regular episodes; at least ${enoughOfSeries * 100} % are needed.`,
	);
}

/** A refresh keeps the order of a series. While the order cannot be read, known episodes keep their numbers. */
export async function inOrderOfSeries(
	series: Pick<Series, 'id' | 'tvMetaId' | 'metaId' | 'episodeOrder'>,
	details: SeriesDetails,
	deps: OrderDeps,
	signal: AbortSignal,
): Promise<{details: SeriesDetails; order?: EpisodeOrder}> {
	const {episodeOrder} = series;
	if (!episodeOrder) {
		return {details};
	}
	try {
		return applyOrder(details, {name: episodeOrder, positionOf: await readPositions(series, {details, order: episodeOrder}, deps, signal)});
	} catch (error) {
		if (!isExpected(error) || signal.aborted) {
			throw error;
		}
		const stored = new Map((await deps.episodes.ofSeries(series.id)).map(episode => [episode.metaId, episode]));
		return applyOrder(details, {name: episodeOrder, positionOf: episode => positionIn(stored, episode)});
	}
}

function applyOrder(
	details: SeriesDetails,
	{name, positionOf}: {name: string | null; positionOf: PositionOf},
): {details: SeriesDetails; order: EpisodeOrder} {
	const {seasons} = orderEpisodes(details.seasons, positionOf);
	const own = details.seasons.flatMap(({episodes}) => episodes);
	const numbers = own.flatMap(({metaId, seasonNumber, episodeNumber, absoluteEpisodeNumber}) => {
		const number = {season: seasonNumber, episode: episodeNumber, absolute: absoluteEpisodeNumber, guessed: true};
		return metaId === null ? [] : [[metaId, number] as const];
	});
	return {details: {...details, seasons}, order: {name, providerNumbers: new Map(name === null ? [] : numbers)}};
}

interface Asked {
	details: {seasons: readonly SeasonDetails[]};
	order: string | null;
}

/** Throws Invalid `order_unknown` if the order no longer exists. */
async function readPositions(
	{metaId, tvMetaId}: Pick<Series, 'metaId' | 'tvMetaId'>,
	{details, order}: Asked,
	deps: Pick<WorkerDeps, 'metadata' | 'otherNumbers'>,
	signal: AbortSignal,
): Promise<PositionOf> {
	if (order === null) {
		return ({seasonNumber, episodeNumber}) => ({seasonNumber, episodeNumber});
	}
	const [source, name = ''] = order.split(':');
	if (source === 'tmdb') {
		const groups = await deps.metadata.episodeGroups(metaId, signal);
		// A group of another series has other episodes.
		const entries = groups.some(({id}) => id === name) ? await deps.metadata.episodeGroup(name, signal) : [];
		const byId = new Map(entries.map(entry => [entry.metaId, entry]));
		return byId.size > 0 ? episode => (episode.metaId === null ? null : (byId.get(episode.metaId) ?? null)) : unknownOrder(order);
	}
	const official = tvMetaId === null ? null : await deps.otherNumbers.tvdbEpisodes(tvMetaId, 'official', signal);
	const wanted = name === 'official' || tvMetaId === null ? official : await deps.otherNumbers.tvdbEpisodes(tvMetaId, name, signal);
	if (!official || !wanted) {
		return unknownOrder(order);
	}
	// Both orders list the same episodes by TVDB's ids; only the official one is like ours.
	const byId = new Map(wanted.map(episode => [episode.id, episode]));
	const pairs = alignEpisodes(
		details.seasons.flatMap(({episodes}) => episodes),
		official,
	);
	return episode => byId.get(pairs.get(episode)?.id ?? 0) ?? null;
}

function unknownOrder(order: string): never {
	throw new Invalid('order_unknown', `There is no order ${order} for the episodes of this series.`);
}
