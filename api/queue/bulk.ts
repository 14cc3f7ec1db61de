import Joi from 'joi';
import {askPool} from '#api/http/asks/ask-workers.ts';
import {bulkOutcome} from '#api/http/bulk-routes.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {downloadControls} from '#shared/domain/downloads/download-client-record.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {Invalid, isExpected, NotFound, Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import {categorizeDownload, controlDownloads, maxControlled} from '#shared/jobs/downloads.ts';
import {personPriority} from '#shared/jobs/job.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import type {BulkOutcome} from '#shared/tasks/edit-titles.ts';
import {removeItem} from './remove-item.ts';
import {retryItem} from './retry-or-import.ts';

const actions = ['remove', 'retry', ...downloadControls] as const;

interface BulkQueueBody {
	ids: string[];
	action: (typeof actions)[number];
	removeFromClient: boolean;
	blocklist: boolean;
	search: boolean;
}
const bulkQueueBody = Joi.object<BulkQueueBody, true>({
	ids: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(maxControlled)
		.required()
		.description('Ids of downloads; a repeated one counts once.'),
	action: Joi.string()
		.valid(...actions)
		.required()
		.description('`top` and `bottom` move them within the queue of their client. Clients that cannot do it are reported as failures.'),
	removeFromClient: Joi.boolean().default(true),
	blocklist: Joi.boolean().default(false),
	search: Joi.boolean().default(false).description('With `remove`: search another release of their titles at once.'),
}).example({ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10'], action: 'pause'});

/** Applies one action to many downloads, and lists those for which it failed. */
export function bulkQueueRoute(deps: RouteDeps): Route {
	return route('POST /api/queue/bulk', {access: 'admin', body: bulkQueueBody}, async ({body}) => {
		const ids = [...new Set(body.ids)];
		const failures = isControl(body.action) ? await control(ids, body.action, deps) : await each(ids, body, deps);
		const outcome: BulkOutcome = {updatedCount: ids.length - failures.length, failures};
		return ok(bulkOutcome.present(outcome));
	});
}

const isControl = (action: BulkQueueBody['action']) => (downloadControls as readonly string[]).includes(action);

/** Milliseconds for the answers of all clients. */
const controlMs = 60_000;

async function control(ids: string[], action: BulkQueueBody['action'], {jobs}: RouteDeps): Promise<BulkOutcome['failures']> {
	try {
		const payload = {queueItemIds: ids, action: action as (typeof downloadControls)[number]}; // see `isControl`
		return (await jobs.ask(controlDownloads, payload, {timeoutMs: controlMs})).failures;
	} catch (error) {
		const message = 'No worker of the downloads pool answered in time; /api/system/status shows which pools are running. Try again.';
		throw isNoAnswer(error) ? new Unavailable(error.code, message, {cause: error}) : error;
	}
}

/** Gives the download the category of imported ones at its client. Throws Invalid `no_imported_category`. */
export async function categorize({id}: QueueItem, deps: RouteDeps): Promise<void> {
	const {error} = await askPool(deps, categorizeDownload, {queueItemId: id}, controlMs);
	if (error !== null) {
		throw new Invalid('no_imported_category', error, [{path: 'changeCategory', message: error}]);
	}
}

async function each(ids: readonly string[], body: BulkQueueBody, deps: RouteDeps): Promise<BulkOutcome['failures']> {
	const failures: BulkOutcome['failures'] = [];
	for (const id of ids) {
		try {
			const item = await deps.downloads.get(id);
			await (body.action === 'retry' ? retryItem(item, deps) : removeAndSearch(item, body, deps));
		} catch (error) {
			if (!isExpected(error) || !(error instanceof NotFound || error.code.startsWith('queue_item') || error.code.startsWith('release_'))) {
				throw error;
			}
			failures.push({id, error: error.message});
		}
	}
	return failures;
}

type Removing = Pick<BulkQueueBody, 'removeFromClient' | 'blocklist' | 'search'>;

/** Removes an item, and has another release of its title searched if that is asked for. */
export async function removeAndSearch(item: QueueItem, {removeFromClient, blocklist, search}: Removing, deps: RouteDeps): Promise<void> {
	await removeItem(item, {removeFromClient: removeFromClient ? 'now' : 'never', blocklist, reason: 'deleted'}, deps);
	const {movieId, seriesId, episodeIds} = item.target;
	const asked = {...deps, priority: personPriority};
	if (search && movieId) {
		await promiseJob(searchMovie, {movieId, reason: 'missing', byPerson: true}, asked);
	}
	if (search && seriesId) {
		await promiseJob(searchEpisodes, {seriesId, seasonNumber: null, episodeIds, reason: 'missing', byPerson: true}, asked);
	}
}
