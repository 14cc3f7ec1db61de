import Joi from 'joi';
import {type ChosenScope, chosenScopes, type Pause, pauseScopes} from '#shared/domain/pauses.ts';
import {type Fault, NotFound} from '#shared/errors.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import {oneOf, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import {timestampField} from './http/fields.ts';
import {callerName} from './http/file-moves.ts';
import type {CheckedBody} from './http/input.ts';
import type {Operations} from './http/operation.ts';
import {noContent, ok, type Route, route} from './http/route.ts';
import type {RouteDeps} from './services.ts';

const scopeText = 'What is paused: everything, a download client, an indexer, or the searches and grabs of a library.';
const shownScopeText = `${scopeText} \`move\`: what is grabbed by itself, until the other programs are taken over.`;
const targetText = 'Id of the client, indexer or library; null for everything.';

interface PauseParams {
	id: string;
}
const pauseParams = Joi.object<PauseParams, true>({id: Joi.string().required()});

interface PauseBody {
	scope: ChosenScope;
	targetId: string | null;
	until: string | null;
}
const pauseBody = Joi.object<PauseBody, true>({
	scope: Joi.string()
		.valid(...chosenScopes)
		.required()
		.description(scopeText),
	targetId: Joi.string().max(100).allow(null).default(null).description(targetText),
	until: timestampField().allow(null).default(null).description('When it ends by itself; null if somebody has to resume it.'),
}).example({scope: 'all', until: '2036-11-30T20:00:00Z'});

/** Pauses searches, feeds and grabs, and what clients download, as a whole or of one client, indexer or library. */
export function pausesRoutes(deps: RouteDeps): Route[] {
	const {pauses, jobs, now} = deps;
	const findFaults = (checked: CheckedBody<PauseBody>) => bodyFaults(checked, deps);
	// Clients pause and resume what they download when they are polled, which otherwise happens some seconds later.
	const poll = () => jobs.enqueue(trackDownloads, {}, {priority: 3}).catch(() => {});
	return [
		route('GET /api/pauses', {access: 'auth'}, async () => {
			const active = await pauses.active(now());
			const names = await namesOf(active, deps);
			const shown = active.flatMap(each => (names.has(each.id) ? [{...each, name: names.get(each.id) ?? null}] : []));
			return ok({pauses: shown.map(pause.present)});
		}),
		route('PUT /api/pauses', {access: 'admin', body: pauseBody, findFaults}, async ({body: {scope, targetId, until}, caller}) => {
			const wanted = {scope, targetId, until: until === null ? null : new Date(until), pausedBy: callerName(caller)};
			const set = await pauses.set(wanted, now());
			await poll();
			return ok(pause.present({...set, name: (await namesOf([set], deps)).get(set.id) ?? null}));
		}),
		route('DELETE /api/pauses/:id', {access: 'admin', params: pauseParams}, async ({params: {id}}) => {
			if (!(await pauses.remove(id))) {
				throw new NotFound('pause_not_found', `There is no pause with the id ${id}.`);
			}
			await poll();
			return noContent;
		}),
	];
}

type Named = Pick<RouteDeps, 'downloadClients' | 'indexers' | 'libraries'>;

const storeOf = {downloadClient: 'downloadClients', indexer: 'indexers', library: 'libraries'} as const;

/** The names of what is paused; null for everything. A deleted record has none. */
async function namesOf(pauses: readonly Pick<Pause, 'id' | 'scope' | 'targetId'>[], deps: Named): Promise<Map<string, string | null>> {
	const names = new Map<string, string | null>();
	for (const {id, scope, targetId} of pauses) {
		if (scope === 'move') {
			names.set(id, 'What is grabbed by itself');
			continue;
		}
		const record = scope === 'all' || targetId === null ? null : await deps[storeOf[scope]].find(targetId);
		if (scope === 'all' || record) {
			names.set(id, record?.name ?? null);
		}
	}
	return names;
}

async function bodyFaults({body: {scope, targetId, until}, wrong}: CheckedBody<PauseBody>, deps: Named & {now(): Date}): Promise<Fault[]> {
	const faults: Fault[] = [];
	if (typeof until === 'string' && !wrong.has('until') && new Date(until) <= deps.now()) {
		faults.push({path: 'until', message: 'until must be in the future'});
	}
	if (scope === undefined || wrong.has('scope') || wrong.has('targetId')) {
		return faults;
	}
	if (scope === 'all') {
		return targetId ? [...faults, {path: 'targetId', message: 'targetId contradicts the scope all'}] : faults;
	}
	const isThere = typeof targetId === 'string' && (await deps[storeOf[scope]].find(targetId)) !== null;
	return isThere ? faults : [...faults, {path: 'targetId', message: `targetId must be the id of a record of this scope (${scope})`}];
}

interface ShownPause extends Pause {
	name: string | null;
}
const pause = viewOf<ShownPause>()(
	{
		id: text,
		scope: oneOf(pauseScopes).description(shownScopeText),
		targetId: textOrNull.description(targetText),
		name: textOrNull.description('Its name; null for everything.'),
		until: timestampOrNull.description('When it ends by itself; null if somebody has to resume it.'),
		pausedBy: textOrNull.description('Who paused it.'),
		createdAt: timestamp,
		updatedAt: timestamp,
	},
	'Pause',
);

export const pausesOperations: Operations = {
	'GET /api/pauses': {
		id: 'listPauses',
		summary: 'List what is paused',
		replies: {
			200: objectOf({pauses: {...pause.list, schema: pause.list.schema.description('Those in effect, that of everything first.')}}),
		},
	},
	'PUT /api/pauses': {
		id: 'setPause',
		summary: 'Pause everything, a download client, an indexer or a library',
		replies: {200: pause.schema},
	},
	'DELETE /api/pauses/:id': {id: 'resumePaused', summary: 'Resume what is paused', replies: {204: null}},
};
