import {type BulkChange, bulkActions} from '#shared/domain/tasks/bulk-change.ts';
import {bulkTaskId} from '#shared/domain/tasks/tasks.ts';
import {integer, oneOf, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
import type {TaskHistoryStore} from '#shared/store/tasks/task-history.ts';
import {cancelTask} from './http/cancel-task.ts';
import {idParams} from './http/fields.ts';
import type {Operations} from './http/operation.ts';
import {accepted, done, ok, type Route, route} from './http/route.ts';
import type {RouteDeps} from './services.ts';

/** Shows how far what is done to many titles is. */
export function bulkChangesRoutes(deps: RouteDeps): Route[] {
	const {bulkChanges, taskHistory} = deps;
	return [
		route('GET /api/bulk-changes/:id', {access: 'auth', params: idParams}, async ({params}) => {
			const change = await bulkChanges.get(params.id);
			return ok(bulkChange.present({change, execution: await executionOf(change, taskHistory)}));
		}),
		route('POST /api/bulk-changes/:id/cancel', {access: 'auth', right: 'editTitles', params: idParams}, async ({params}) => {
			const {id} = await bulkChanges.get(params.id);
			await cancelTask(bulkTaskId(id), deps);
			return accepted(done.present({message: 'It stops after the titles it is at.'}));
		}),
	];
}

/** Null after 30 days, and until the request for it is stored. */
async function executionOf({id}: BulkChange, taskHistory: TaskHistoryStore): Promise<TaskExecution | null> {
	const taskId = bulkTaskId(id);
	const [active] = await taskHistory.active(taskId);
	return active ?? (await taskHistory.page({taskId, page: 1, limit: 1})).executions[0] ?? null;
}

interface Shown {
	change: BulkChange;
	execution: TaskExecution | null;
}
const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
const counted = ({execution}: Shown) => execution?.itemsProcessed ?? 0;
const affected = ({execution}: Shown) => execution?.itemsAffected ?? 0;

const bulkChange = viewOf<Shown>()(
	{
		id: from(text, ({change}: Shown) => change.id),
		mediaType: from(oneOf(['movie', 'series']).description('What is changed.'), ({change}: Shown) => change.kind),
		action: from(oneOf(bulkActions).description('What is done to each title.'), ({change}: Shown) => change.action),
		status: from(oneOf(statuses), ({execution}: Shown) => execution?.status ?? 'queued'),
		total: from(integer.description('Titles that it concerns.'), ({change}: Shown) => change.titleIds.length),
		processed: from(integer.description('Titles that it has come to.'), counted),
		failed: from(
			integer.description('Titles that failed; `GET /api/tasks/history/{executionId}/activity?status=failed` lists them with the reasons.'),
			(shown: Shown) => counted(shown) - affected(shown),
		),
		error: from(textOrNull, ({execution}: Shown) => execution?.error ?? null),
		taskId: from(text, ({change}: Shown) => bulkTaskId(change.id)),
		executionId: from(textOrNull, ({execution}: Shown) => execution?.id ?? null),
		requestedBy: from(textOrNull.description('Who asked for it; null for the service.'), ({change}: Shown) => change.requestedBy),
		createdAt: from(timestamp, ({change}: Shown) => change.createdAt),
		startedAt: from(timestampOrNull.description('When it began; null until then.'), ({execution}: Shown) => execution?.startedAt ?? null),
		endedAt: from(timestampOrNull.description('When it ended; null until then.'), ({execution}: Shown) => execution?.completedAt ?? null),
	},
	'BulkChange',
);

export const bulkChangesOperations: Operations = {
	'GET /api/bulk-changes/:id': {id: 'getBulkChange', summary: 'Show how far a change of many titles is', replies: {200: bulkChange.schema}},
	'POST /api/bulk-changes/:id/cancel': {
		id: 'cancelBulkChange',
		summary: 'Stop a change of many titles',
		replies: {202: done.schema},
		failures: [400],
	},
};
