import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {Caller} from '#api/http/access/callers.ts';
import {asTheirs, testLimitMs} from '#api/http/asks/tested-peers.ts';
import {idParams} from '#api/http/fields.ts';
import {callerName} from '#api/http/file-moves.ts';
import {accepted, created, done, ok, presentPagination, type Route, route} from '#api/http/route.ts';
import {uploadRoutes} from '#api/http/uploads.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseForNew} from '#shared/coordination/promise-jobs.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {type Move, type MoveRow, type MoveState, maxUploadBytes, type SourceAccess, undoMoveDays} from '#shared/domain/moves/move.ts';
import {Conflict} from '#shared/errors.ts';
import {createMoveUploads} from '#shared/files/uploads.ts';
import {planMove, runMove, testMoveSource, undoMove} from '#shared/jobs/moves.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {move, moveRow, shownMove, sourceTest} from './replies.ts';
import {type MoveBody, moveBody, moveChangeBody, movesQuery, reportQuery, sourceTestBody, startBody} from './schema.ts';
import {refuse, takeOverRoutes} from './take-over.ts';

const path = '/api/moves';
const ofMove = {access: 'admin', params: idParams} as const;

/** Moving in from other programs: files are uploaded in pieces, a worker reads them and plans. */
export function movesRoutes(deps: RouteDeps): Route[] {
	const {moves, http, now} = deps;
	const uploads = createMoveUploads(http.dataDir);
	return [
		...uploadRoutes(
			{
				...{path: `${path}/uploads`, maxBytes: maxUploadBytes, now, example: {name: 'radarr_backup_v6.0.4.zip', size: 1_048_576}},
				uploads: () => uploads,
				inUse: moves.uploadsInUse,
			},
			{begun: 'moves.uploaded', deleted: 'moves.uploadDeleted'},
		),
		route(`POST ${path}/sources/test`, {access: 'admin', limit: 'tests', body: sourceTestBody}, async ({body}) => {
			const sealed = sealPayload(testMoveSource, {...body, ...accessOf(body)}, deps.secrets);
			return ok(sourceTest.present(await asTheirs(deps.jobs.ask(testMoveSource, {sealed}, {timeoutMs: testLimitMs}))));
		}),
		route(`GET ${path}`, {access: 'admin', query: movesQuery}, async ({query}) => {
			const found = await moves.page(query);
			return ok({moves: found.moves.map(move.present), pagination: presentPagination(query, found.total)});
		}),
		route(`POST ${path}`, {access: 'admin', audit: 'moves.planned', body: moveBody}, async ({body, caller}) =>
			created(move.present(await begin(body, caller, deps))),
		),
		route(`GET ${path}/:id`, ofMove, async ({params}) => {
			const found = await moves.get(params.id);
			return ok(shownMove.present({...found, ...(await moves.rows.totals(found.id)), moved: await moves.rows.countMoved(found.id)}));
		}),
		route(`PUT ${path}/:id`, {...ofMove, audit: 'moves.planned', body: moveChangeBody}, async ({params, body}) => {
			const planning = promiseForNew(planMove, moveId => ({moveId}), deps);
			const {pathMappings: mappings, choices, secrets = []} = body;
			const set = {state: 'planning' as const, ...(mappings && {mappings}), ...(choices && {choices}), message: null};
			await (secrets.length > 0 ? moves.giveSecrets(params.id, secrets) : null);
			const changed = await moves.move(params.id, ['planned', 'failed'], set, now(), planning.alsoWrite);
			await planning.start(params.id);
			return ok(move.present(changed ?? (await refuse(params.id, moves))));
		}),
		route(`POST ${path}/:id/start`, {...ofMove, audit: 'moves.started', body: startBody}, async ({params, body}) => {
			const {folders, plannedAt} = await moves.get(params.id);
			const open = folders.filter(({to}) => to === null).map(({from}) => from);
			if (open.length > 0 && !body.withoutFolders) {
				throw new Conflict('folders_unknown', `Nobody has said yet where these folders are here: ${open.slice(0, 10).join(', ')}.`);
			}
			const running = promiseForNew(runMove, moveId => ({moveId}), deps);
			// One that failed or was cancelled goes on where it was.
			const from: MoveState[] = plannedAt === null ? ['planned'] : ['planned', 'failed', 'cancelled'];
			const started = await moves.move(params.id, from, {state: 'running', message: null}, now(), running.alsoWrite);
			await running.start(params.id);
			return accepted(move.present(started ?? (await refuse(params.id, moves))));
		}),
		route(`POST ${path}/:id/cancel`, {...ofMove, audit: 'moves.cancelled'}, async ({params}) => {
			const given = {state: 'cancelled'} as const;
			// What a run has written by now can be taken back.
			const stopped = await moves.move(params.id, ['running'], {...given, endedAt: now()}, now());
			await (stopped ?? (await moves.move(params.id, ['planning', 'planned', 'failed'], given, now())) ?? refuse(params.id, moves));
			return ok(done.present({message: 'It is given up. What has been moved already stays.'}));
		}),
		...takeOverRoutes(deps),
		route(`POST ${path}/:id/undo`, {...ofMove, audit: 'moves.undone'}, async ({params}) => {
			const {plannedAt, endedAt, updatedAt} = await moves.get(params.id);
			const sinceMs = Number(now()) - Number(endedAt ?? updatedAt);
			if (plannedAt !== null && sinceMs > undoMoveDays * dayMs) {
				throw new Conflict('too_old', `A move can be undone for ${undoMoveDays} days.`);
			}
			const undoing = promiseForNew(undoMove, moveId => ({moveId}), deps);
			const from: MoveState[] = plannedAt === null ? [] : ['completed', 'takenOver', 'failed', 'cancelled'];
			const set = {state: 'undoing', message: null, endedAt: endedAt ?? updatedAt} as const;
			const undone = await moves.move(params.id, from, set, now(), undoing.alsoWrite);
			await undoing.start(params.id);
			return accepted(move.present(undone ?? (await refuse(params.id, moves))));
		}),
		route(`GET ${path}/:id/report`, {...ofMove, query: reportQuery}, async ({params, query}) => {
			const {id} = await moves.get(params.id);
			const {rows, total} = await moves.rows.page({moveId: id, ...query});
			return ok({rows: rows.map(moveRow.present), pagination: presentPagination(query, total)});
		}),
		route(`GET ${path}/:id/report.csv`, {...ofMove, audit: 'moves.downloaded', limit: 'exports'}, async ({params, request, response}) => {
			const {id} = await moves.get(params.id);
			response.status(200).attachment('moving-in.csv').type('text/csv; charset=utf-8');
			if (request.method === 'HEAD') {
				response.end();
				return null;
			}
			await pipeline(Readable.from(linesOf(moves.rows.all(id))), response).catch(() => response.destroy());
			return null;
		}),
	];
}

async function begin({sources, pathMappings}: MoveBody, caller: Caller | null, deps: RouteDeps): Promise<Move> {
	const unread = {readAt: null, schemaVersion: null, counts: [], warnings: []};
	const planning = promiseForNew(planMove, moveId => ({moveId}), deps);
	const wanted = {
		sources: sources.map(({uploads = [], program = null, url = null}) => ({uploads, program, url: url && slashless(url), ...unread})),
		access: sources.map(source => (source.url === undefined ? null : accessOf(source))),
		mappings: pathMappings,
		requestedBy: callerName(caller),
	};
	const added = await deps.moves.add(wanted, deps.now(), planning.alsoWrite);
	await planning.start(added.id);
	return added;
}

const slashless = (url: string) => url.replace(/\/+$/, '');

const accessOf = ({apiKey = '', username = null, password = null}: Partial<SourceAccess>): SourceAccess => ({apiKey, username, password});

async function* linesOf(rows: AsyncIterable<MoveRow>): AsyncGenerator<string> {
	yield 'program,kind,id,title,outcome,codes,notes\r\n';
	for await (const {program, kind, sourceId, title, outcome, notes} of rows) {
		const codes = [...new Set(notes.map(({code}) => code))].join(' ');
		const cells = [program, kind, sourceId, title, outcome, codes, notes.map(({detail}) => detail).join(' ')];
		yield `${cells.map(cellOf).join(',')}\r\n`;
	}
}

/** Spreadsheets take what begins with these characters for a formula. */
const cellOf = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
