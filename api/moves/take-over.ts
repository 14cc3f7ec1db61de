import {idParams} from '#api/http/fields.ts';
import {accepted, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseForNew} from '#shared/coordination/promise-jobs.ts';
import {newComparison, programNames} from '#shared/domain/moves/move.ts';
import {Conflict} from '#shared/errors.ts';
import {compareMove, findRunningPrograms, takeOverMove} from '#shared/jobs/moves.ts';
import type {MoveStore} from '#shared/store/libraries/moves.ts';
import {move} from './replies.ts';
import {compareBody, takeOverBody} from './schema.ts';

const path = '/api/moves';
const ofMove = {access: 'admin', params: idParams} as const;
/** Milliseconds for asking the programs that may still run. */
const askMs = 30_000;

export async function refuse(id: string, moves: MoveStore): Promise<never> {
	throw new Conflict('wrong_state', `The plan is ${(await moves.get(id)).state}, so this cannot be done any more.`);
}

/** The end of a move: what has changed since is shown, then brought, and nothing is held back any more. */
export function takeOverRoutes(deps: RouteDeps): Route[] {
	const {jobs, moves, now} = deps;
	return [
		route(`POST ${path}/:id/compare`, {...ofMove, audit: 'moves.compared', body: compareBody}, async ({params, body}) => {
			const {sources} = await moves.get(params.id);
			const given = new Map(body.sources.map(({source, uploads}) => [source, uploads]));
			const comparison = {...newComparison, uploads: sources.map((_, index) => given.get(index) ?? [])};
			const comparing = promiseForNew(compareMove, moveId => ({moveId}), deps);
			const asked = await moves.move(params.id, ['completed'], {comparison}, now(), comparing.alsoWrite);
			await comparing.start(params.id);
			return accepted(move.present(asked ?? (await refuse(params.id, moves))));
		}),
		route(`POST ${path}/:id/take-over`, {...ofMove, audit: 'moves.takenOver', body: takeOverBody}, async ({params, body}) => {
			const {id, state, comparison} = await moves.get(params.id);
			if (state === 'completed' && comparison?.state === 'reading') {
				throw new Conflict('comparing', 'The other programs are being read again. Wait for its end.');
			}
			if (state === 'completed' && !body.anyway) {
				const {running} = await jobs.ask(findRunningPrograms, {moveId: id}, {timeoutMs: askMs});
				const named = running.map(
					({program, indexers}) => `${programNames[program]} (${indexers} ${indexers === 1 ? 'indexer' : 'indexers'})`,
				);
				if (named.length > 0) {
					throw new Conflict('still_running', `Stop first what still grabs by itself: ${named.join(', ')}. Otherwise both grab the same.`);
				}
			}
			const taking = promiseForNew(takeOverMove, moveId => ({moveId}), deps);
			const taken = await moves.move(id, ['completed'], {state: 'takingOver', message: null}, now(), taking.alsoWrite);
			await taking.start(id);
			return accepted(move.present(taken ?? (await refuse(id, moves))));
		}),
	];
}
