import Joi from 'joi';
import {bulkOutcome} from '#api/http/bulk-routes.ts';
import {idParams, timestampField} from '#api/http/fields.ts';
import {namedTitle, namedTitles} from '#api/http/named-titles.ts';
import type {Operations} from '#api/http/operation.ts';
import {accepted, done, noContent, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import {removeItem} from '#api/queue/remove-item.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {Conflict, NotFound} from '#shared/errors.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import {anyObject, integerOrNull, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {type HistoryEntry, type HistoryEvent, type HistoryPlace, historyEvents} from '#shared/store/downloads/history-schema.ts';
import type {BulkOutcome} from '#shared/tasks/edit-titles.ts';

interface HistoryQuery extends PageQuery {
	event?: HistoryEvent;
	movieId?: string;
	seriesId?: string;
	episodeId?: string;
	indexer?: string;
	from?: string;
	to?: string;
	after?: HistoryPlace;
}
const historyQuery = Joi.object<HistoryQuery, true>({
	...pageFields(),
	event: Joi.string().valid(...historyEvents),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
	episodeId: Joi.string().max(100),
	indexer: Joi.string().max(200).description('Only what came from the indexer with this name.'),
	from: timestampField().description('Only what happened from then on.'),
	to: timestampField().description('Only what happened before then.'),
	after: Joi.string()
		.max(100)
		.custom((text: string, {error}) => placeOf(text) ?? error('string.pattern.base'))
		.messages({'string.pattern.base': '{{#label}} must be `next` of an earlier page'})
		.description('`next` of the page before: this one begins behind it, whatever `page` says, and costs the same however far it is.'),
});

/** A place as clients send it back. */
const textOf = ({timestamp, id}: HistoryPlace) => `${Number(timestamp)}.${id}`;
function placeOf(text: string): HistoryPlace | null {
	const [, at, id] = /^(\d{1,15})\.([\da-f-]{36})$/.exec(text) ?? [];
	return at === undefined || id === undefined ? null : {timestamp: new Date(Number(at)), id};
}

export function historyRoutes(deps: RouteDeps): Route[] {
	const {history} = deps;
	return [
		route('GET /api/history', {access: 'auth', query: historyQuery}, async ({query}) => {
			const {from: since, to: until, ...rest} = query;
			const range = {...(since !== undefined && {from: new Date(since)}), ...(until !== undefined && {to: new Date(until)})};
			const {entries, total} = await history.page({...rest, ...range});
			const last = entries.length === query.limit ? entries.at(-1) : undefined;
			const next = last ? textOf(last) : null;
			const titleOf = await namedTitles(entries, deps);
			const shown = entries.map(entry => historyEntry.present({...entry, media: titleOf(entry)}));
			return ok({history: shown, pagination: presentPagination(query, total), next});
		}),
		route('GET /api/history/:id', {access: 'auth', params: idParams}, async ({params}) => {
			const entry = await history.get(params.id);
			const titleOf = await namedTitles([entry], deps);
			return ok(historyEntry.present({...entry, media: titleOf(entry)}));
		}),
		route('POST /api/history/bulk-failed', {access: 'admin', body: bulkFailedBody}, async ({body}) =>
			ok(bulkOutcome.present(await markManyFailed([...new Set(body.ids)], deps))),
		),
		route('POST /api/history/:id/failed', {access: 'admin', params: idParams}, async ({params}) =>
			accepted(done.present({message: await markFailed(await history.get(params.id), deps)})),
		),
		route('DELETE /api/history/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await history.get(params.id);
			await history.remove(id);
			return noContent;
		}),
	];
}

interface BulkFailedBody {
	ids: string[];
}
const bulkFailedBody = Joi.object<BulkFailedBody, true>({
	ids: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(500)
		.required()
		.description('Ids of grabs in the history; a repeated one counts once.'),
}).example({ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10']});

async function markManyFailed(ids: readonly string[], deps: RouteDeps): Promise<BulkOutcome> {
	const failures: BulkOutcome['failures'] = [];
	for (const id of ids) {
		try {
			await markFailed(await deps.history.get(id), deps);
		} catch (error) {
			if (!(error instanceof NotFound || error instanceof Conflict)) {
				throw error;
			}
			failures.push({id, error: error.message});
		}
	}
	return {updatedCount: ids.length - failures.length, failures};
}

/**
 * A grab that a person marks as failed is treated as if its client had reported a failure, so it is not grabbed again.
 */
async function markFailed(entry: HistoryEntry, deps: RouteDeps): Promise<string> {
	const {id, event, title, movieId, seriesId, episodeIds, indexer, data} = entry;
	const {guid, indexerId, size, protocol} = data;
	if (event !== 'grabbed' || typeof guid !== 'string' || typeof indexerId !== 'string') {
		throw new Conflict('not_a_grab', 'Only a grab can be marked as failed.');
	}
	const {blocklist, downloads, history, movies, now, series} = deps;
	await blocklist.add({
		title,
		guid,
		infoHash: isInfoHash(entry.downloadId) ? entry.downloadId.toLowerCase() : null,
		indexer,
		indexerId,
		protocol: protocol === 'usenet' ? 'usenet' : 'torrent',
		size: typeof size === 'number' ? size : null,
		reason: 'Marked as failed by hand.',
		movieId,
		seriesId,
		episodeIds,
		addedAt: now(),
	});
	const item = await downloads.findActive({guid, indexerId});
	await (item && removeItem(item, {removeFromClient: 'now', blocklist: false, reason: 'deleted'}, deps));
	const {id: _, ...subject} = entry;
	const failure = {
		...subject,
		event: 'downloadFailed' as const,
		data: {error: 'Marked as failed by hand.', stage: 'download'},
		timestamp: now(),
	};
	await history.add(failure, `failed-by-hand-${id}`);
	const movie = movieId ? await movies.find(movieId) : null;
	const show = seriesId ? await series.find(seriesId) : null;
	const priority = personPriority;
	await (movie?.monitored
		? promiseJob(searchMovie, {movieId: movie.id, reason: movie.file ? 'cutOffUnmet' : 'missing'}, {...deps, priority})
		: null);
	await (show?.monitored
		? promiseJob(searchEpisodes, {seriesId: show.id, seasonNumber: null, episodeIds, reason: 'missing'}, {...deps, priority})
		: null);
	return `${title} is on the blocklist${movie?.monitored || show?.monitored ? ', and another release is searched for' : ''}.`;
}

const isInfoHash = (text: string | null): text is string => /^[\da-f]{40}$/i.test(text ?? '');

const happenedAt = from(timestamp, (entry: HistoryEntry) => entry.timestamp);

type ShownEntry = HistoryEntry & {media: Parameters<typeof namedTitle.orNull.present>[0]};

export const historyEntry = viewOf<ShownEntry>()(
	{
		id: text,
		event: oneOf(historyEvents),
		title: text,
		movieId: textOrNull,
		seriesId: textOrNull,
		episodeIds: texts,
		quality: textOrNull,
		qualityScore: integerOrNull,
		indexer: textOrNull,
		downloadClient: textOrNull,
		downloadId: textOrNull,
		media: {
			...namedTitle.orNull,
			schema: namedTitle.orNull.schema.description('The title in the library; null if it has left, or there is none.'),
		},
		data: anyObject,
		timestamp: happenedAt,
		createdAt: happenedAt,
		updatedAt: happenedAt,
	},
	'HistoryEntry',
);

const next = textOrNull.description('For `after` of the next page; null if this one is the last.');

export const historyOperations: Operations = {
	'GET /api/history': {
		id: 'listHistory',
		summary: 'List history events, newest first',
		replies: {200: pageOf('history', historyEntry).keys({next})},
	},
	'GET /api/history/:id': {id: 'getHistoryEntry', summary: 'Show a history event', replies: {200: historyEntry.schema}},
	'POST /api/history/:id/failed': {
		id: 'markAsFailed',
		summary: 'Blocklist a grabbed release, remove its download, and search again',
		replies: {202: done.schema},
		failures: [409],
	},
	'POST /api/history/bulk-failed': {
		id: 'markManyAsFailed',
		summary: 'Blocklist many grabbed releases, remove their downloads, and search again',
		replies: {200: bulkOutcome.schema},
	},
	'DELETE /api/history/:id': {id: 'deleteHistoryEntry', summary: 'Delete a history event', replies: {204: null}},
};
