import {type BulkChange, bulkActions, isUndoable} from '#shared/domain/tasks/bulk-change.ts';
import {bulkTaskId} from '#shared/domain/tasks/tasks.ts';
import {Conflict} from '#shared/errors.ts';
import {flag, integer, oneOf, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
import type {TaskHistoryStore} from '#shared/store/tasks/task-history.ts';
import {refuseWithout} from './http/access/callers.ts';
import {begunBulk, startBulk, usualBulk} from './http/bulk-routes.ts';
import {cancelTask} from './http/cancel-task.ts';
import {idParams} from './http/fields.ts';
import {callerName} from './http/file-moves.ts';
import type {Operations} from './http/operation.ts';
import {accepted, done, ok, type Route, route} from './http/route.ts';
import type {RouteDeps} from './services.ts';

/** Shows how far what is done to many titles is. */
export function bulkChangesRoutes(deps: RouteDeps): Route[] {
	const {bulkChanges, taskHistory} = deps;
	return [
		route('GET /api/bulk-changes/:id', {access: 'auth', params: idParams}, async ({params}) => {
			const change = await bulkChanges.get(params.id);
			const [execution, undo] = await Promise.all([executionOf(change, taskHistory), bulkChanges.undoOf(change.id)]);
			return ok(bulkChange.present({change, execution, isUndone: undo !== null}));
		}),
		route('POST /api/bulk-changes/:id/cancel', {access: 'auth', right: 'editTitles', params: idParams}, async ({params}) => {
			const {id} = await bulkChanges.get(params.id);
			await cancelTask(bulkTaskId(id), deps);
			return accepted(done.present({message: 'It stops after the titles it is at.'}));
		}),
		route('POST /api/bulk-changes/:id/undo', {access: 'auth', audit: 'bulk-changes.undone', params: idParams}, async ({params, caller}) => {
			const change = await bulkChanges.get(params.id);
			const {kind, action, titleIds} = change;
			refuseWithout(caller, action === 'delete' ? 'deleteTitles' : 'editTitles');
			if (!isUndoable(change)) {
				throw new Conflict('not_undoable', `This cannot be undone: ${reasonOf(change)}`);
			}
			if ((await taskHistory.active(bulkTaskId(change.id))).length > 0) {
				throw new Conflict('still_running', 'It is still running. Stop it, or wait for its end; then undo it.');
			}
			// Another try may have died before its task was stored.
			const begun = await bulkChanges.undoOf(change.id);
			if (begun && (await executionOf(begun, taskHistory))) {
				throw new Conflict('already_undone', 'This change of many titles was undone already.');
			}
			const wanted = {...usualBulk, kind, action: 'undo' as const, titleIds, undoes: change.id, requestedBy: callerName(caller)};
			return startBulk(begun ?? (await bulkChanges.add(wanted, deps.now())), deps);
		}),
	];
}

/** Why a change has no undo. */
function reasonOf({action, moveFiles}: BulkChange): string {
	if (action !== 'edit') {
		return 'only edits and deletions can be.';
	}
	return moveFiles
		? 'it moved files. Undo that under File changes.'
		: 'it chose which episodes are monitored. Choose again in the season pass.';
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
	isUndone: boolean;
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
		canUndo: from(
			flag.description(
				'`POST /api/bulk-changes/{id}/undo` takes it back once it has ended; what somebody has changed again since then stays. A user needs the right `editTitles`, or `deleteTitles` for a deletion.',
			),
			({change, isUndone}: Shown) => !isUndone && isUndoable(change),
		),
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
	'POST /api/bulk-changes/:id/undo': {
		id: 'undoBulkChange',
		summary: 'Take back an edit or a deletion of many titles',
		replies: {202: begunBulk.schema},
		failures: [403, 409],
	},
};
