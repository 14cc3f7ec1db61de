import test from 'ava';
import {pino} from 'pino';
import {NotFound} from '#shared/errors.ts';
import {handleDiscover} from '#workers/refresh/discover.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

test('a list that the provider does not have is called a list, and not a title with a wrong id', async t => {
	const missing = async () => {
		throw new NotFound('title_not_found_at_provider', 'The metadata provider has no such title. Check the id.');
	};
	const deps = {metadata: {discover: missing}} as unknown as WorkerDeps;
	const run = {id: 'job', attempt: 1, signal: new AbortController().signal, log: pino({level: 'silent'})};
	const asked = {type: 'movie', page: 1} as const;
	await t.throwsAsync(handleDiscover({...asked, kind: 'popular', metaId: null}, deps, run), {code: 'list_not_found_at_provider'});
	await t.throwsAsync(handleDiscover({...asked, kind: 'similar', metaId: 7}, deps, run), {code: 'title_not_found_at_provider'});
});
