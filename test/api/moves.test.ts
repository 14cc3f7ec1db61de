import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {planMove} from '#shared/jobs/moves.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {putBytes} from '#test/helpers/put-bytes.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const base = '/api/moves';

async function uploaded(served: Served, content = 'database'): Promise<string> {
	const {body} = await served.call(`POST ${base}/uploads`, {body: {name: 'radarr.db', size: content.length}});
	await putBytes(served, `${base}/uploads/${body.id}?offset=0`, content);
	return body.id;
}

test('a file comes in pieces, which follow one another and are never more than was announced', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const {status, body} = await call(`POST ${base}/uploads`, {body: {name: 'radarr.db', size: 9}});
	t.is(status, 201);
	t.like(body, {name: 'radarr.db', size: 9, received: 0});
	const path = `${base}/uploads/${body.id}`;
	t.like(await putBytes(served, `${path}?offset=0`, 'data'), {status: 200});
	t.like(await putBytes(served, `${path}?offset=0`, 'data'), {status: 409, body: {code: 'wrong_offset'}} as never);
	t.like(await putBytes(served, `${path}?offset=4`, 'base!'), {status: 200});
	t.is((await putBytes(served, `${path}?offset=9`, 'more')).status, 400);
	t.is((await call(`PUT ${path}?offset=9`, {body: {}})).status, 415);
	t.like((await call(`GET ${path}`)).body, {received: 9});
	t.is(await readFile(join(deps.http.dataDir, 'moves/uploads', `${body.id}.data`), 'utf8'), 'database!');
	t.is((await call(`DELETE ${path}`)).status, 204);
	t.is((await call(`GET ${path}`)).status, 404);
	t.is((await call(`POST ${base}/uploads`, {body: {name: '../x', size: 9}})).status, 400);
	t.is((await call(`POST ${base}/uploads`, {as: 'user', body: {name: 'x', size: 9}})).status, 403);
});

test('a plan is promised, shown with its report, made again with other folders, and given up', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const uploads = [await uploaded(served)];
	const {status, body} = await call(`POST ${base}`, {body: {sources: [{uploads}]}});
	t.is(status, 201);
	t.like(body, {state: 'planning', requestedBy: 'main'});
	const waiting = await deps.jobs.queue('backfill').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		waiting.map(({name, data}) => [name, data.payload.moveId]),
		[[planMove.name, body.id]],
	);
	t.is((await call(`POST ${base}`, {body: {sources: [{uploads}]}})).body.code, 'move_running');
	const row = {moveId: body.id, source: 0, program: 'radarr', kind: 'movie', outcome: 'cannot'} as const;
	const notes = [{code: 'title_gone', detail: 'It is gone.'}] as const;
	await deps.moves.rows.put([
		{...row, number: 1, sourceId: '7', title: '=SUM(1) "Film"', notes: [...notes]},
		{...row, number: 2, sourceId: '8', title: 'Mill', outcome: 'comes', notes: []},
	]);
	await deps.moves.move(body.id, ['planning'], {state: 'planned', plannedAt: deps.now()}, deps.now());
	const shown = (await call(`GET ${base}/${body.id}`)).body;
	t.like(shown, {state: 'planned', codes: [{code: 'title_gone', rows: 1}], summary: ['1 of 2 movies can come.']});
	t.deepEqual(shown.totals, [
		{kind: 'movie', outcome: 'cannot', rows: 1},
		{kind: 'movie', outcome: 'comes', rows: 1},
	]);
	t.like((await call(`GET ${base}/${body.id}/report?code=title_gone&outcome=cannot&kind=movie`)).body, {
		pagination: {total: 1},
		rows: [{sourceId: '7'}],
	});
	const csv = await fetch(`${served.url}${base}/${body.id}/report.csv`, {headers: await served.headersOf('admin')});
	t.deepEqual((await csv.text()).split('\r\n').slice(0, 2), [
		'program,kind,id,title,outcome,codes,notes',
		`"radarr","movie","7","'=SUM(1) ""Film""","cannot","title_gone","It is gone."`,
	]);
	const again = await call(`PUT ${base}/${body.id}`, {body: {pathMappings: [{from: '/movies', to: '/data/films'}]}});
	t.like(again.body, {state: 'planning', pathMappings: [{from: '/movies', to: '/data/films'}]});
	t.is((await call(`POST ${base}/${body.id}/start`)).body.code, 'wrong_state', 'it is being planned');
	const folders = [{from: '/movies', to: null, isGiven: false, checked: 1, found: 0}];
	await deps.moves.move(body.id, ['planning'], {state: 'planned', plannedAt: deps.now(), folders}, deps.now());
	t.like((await call(`POST ${base}/${body.id}/start`)).body, {code: 'folders_unknown'});
	const started = await call(`POST ${base}/${body.id}/start`, {body: {withoutFolders: true}});
	t.like(started, {status: 202, body: {state: 'running'}} as never);
	t.like((await call(`GET ${base}/${body.id}`)).body, {moved: 0});
	t.is((await call(`POST ${base}/${body.id}/cancel`)).status, 200);
	t.is((await call(`POST ${base}/${body.id}/cancel`)).body.code, 'wrong_state');
	const [given] = (await call(`GET ${base}`)).body.moves;
	t.is(given.state, 'cancelled');
	t.not(given.endedAt, null, 'it was running, so it can be taken back');
	t.is((await call(`GET ${base}`, {as: 'user'})).status, 403);
});

test('a program may be an address, whose key and login are sealed and never shown', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const opens = {apiKey: 'key-of-radarr', username: 'owner', password: 'correct-horse'};
	const source = {program: 'radarr', url: 'http://radarr.test:7878/', ...opens};
	const wrong = [{...source, uploads: ['x']}, {program: 'radarr', url: source.url}, {...source, password: undefined}, {}];
	for (const each of wrong) {
		t.is((await call(`POST ${base}`, {body: {sources: [each]}})).status, 400, JSON.stringify(each));
	}
	const {status, body} = await call(`POST ${base}`, {body: {sources: [source]}});
	t.is(status, 201);
	t.like(body.sources[0], {program: 'radarr', url: 'http://radarr.test:7878', uploads: [], readAt: null});
	const stored = await deps.connection.collection('moves').find().toArray();
	t.notRegex(JSON.stringify([stored, body, (await call(`GET ${base}/${body.id}`)).body]), /key-of-radarr|correct-horse/);
	t.like((await deps.moves.accessOf(body.id))[0], opens);
	await answerJobs(t, served, {testMoveSource: () => Promise.reject(new Invalid('authentication_failed', 'Radarr refuses the API key.'))});
	t.like(await call(`POST ${base}/sources/test`, {body: source}), {status: 400, body: {code: 'authentication_failed'}} as never);
});

test('a move that was made is taken over, and taken back within thirty days', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const uploads = [await uploaded(served)];
	const {id} = (await call(`POST ${base}`, {body: {sources: [{uploads}]}})).body;
	const running = [{program: 'radarr' as const, url: 'http://radarr.test', indexers: 1}];
	await answerJobs(t, served, {findRunningPrograms: async () => ({running})});
	t.is((await call(`POST ${base}/${id}/take-over`)).body.code, 'wrong_state');
	t.is((await call(`POST ${base}/${id}/undo`)).body.code, 'wrong_state', 'nothing was written yet');
	await deps.moves.move(id, ['planning'], {state: 'completed', plannedAt: deps.now(), endedAt: deps.now()}, deps.now());
	t.like(await call(`POST ${base}/${id}/compare`), {status: 202, body: {comparison: {state: 'reading'}}} as never);
	t.is((await call(`POST ${base}/${id}/take-over`)).body.code, 'comparing');
	await deps.moves.move(id, ['completed'], {comparison: null}, deps.now());
	const refused = (await call(`POST ${base}/${id}/take-over`)).body;
	t.like(refused, {code: 'still_running'});
	t.regex(refused.detail, /Radarr \(1 indexer\)/);
	t.like(await call(`POST ${base}/${id}/take-over`, {body: {anyway: true}}), {status: 202, body: {state: 'takingOver'}} as never);
	t.is((await call(`POST ${base}`, {body: {sources: [{uploads}]}})).body.code, 'move_running');
	await deps.moves.move(id, ['takingOver'], {state: 'takenOver', endedAt: deps.now()}, deps.now());
	const old = new Date(Number(deps.now()) - 31 * 24 * 3600 * 1000);
	await deps.moves.move(id, ['takenOver'], {endedAt: old}, deps.now());
	t.is((await call(`POST ${base}/${id}/undo`)).body.code, 'too_old');
	await deps.moves.move(id, ['takenOver'], {endedAt: deps.now()}, deps.now());
	t.like(await call(`POST ${base}/${id}/undo`), {status: 202, body: {state: 'undoing'}} as never);
	t.is((await call(`POST ${base}`, {body: {sources: [{uploads}]}})).body.code, 'move_running');
});

test('files that nothing uses make room for others, but those of a plan stay', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const planned = await uploaded(served);
	const {id} = (await call(`POST ${base}`, {body: {sources: [{uploads: [planned]}]}})).body;
	await deps.moves.move(id, ['planning'], {state: 'planned', plannedAt: deps.now()}, deps.now());
	const begin = () => call(`POST ${base}/uploads`, {body: {name: 'sonarr.db', size: 9}});
	const first = (await begin()).body.id;
	for (let count = 2; count < 61; count += 1) {
		t.is((await begin()).status, 201);
	}
	t.is((await call(`GET ${base}/uploads/${planned}`)).status, 200);
	t.is((await call(`GET ${base}/uploads/${first}`)).status, 404, 'the oldest went');
});

test('what a program does not tell is entered and sealed, and what is not wanted is left out', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const {id} = (await call(`POST ${base}`, {body: {sources: [{uploads: [await uploaded(served)]}]}})).body;
	await deps.moves.move(id, ['planning'], {state: 'planned', plannedAt: deps.now()}, deps.now());
	const of = {source: 0, kind: 'indexer', id: '2'};
	const secret = {...of, name: 'apiKey', value: 'key-of-blue'};
	const choices = [{...of, id: '3', take: false}];
	t.is((await call(`PUT ${base}/${id}`, {body: {}})).status, 400);
	t.is((await call(`PUT ${base}/${id}`, {body: {secrets: [{...secret, name: '__proto__'}]}})).status, 400);
	const {status, body} = await call(`PUT ${base}/${id}`, {body: {choices, secrets: [secret]}});
	t.like({status, ...body}, {status: 200, state: 'planning', choices});
	t.deepEqual(await deps.moves.secretsOf(id), [secret] as never);
	const stored = await deps.connection.collection('moves').find().toArray();
	t.notRegex(JSON.stringify([stored, body, (await call(`GET ${base}/${id}`)).body]), /key-of-blue/);
});
