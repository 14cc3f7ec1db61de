import {join} from 'node:path';
import test from 'ava';
import {radarrDatabase} from '#test/helpers/arr-databases.ts';
import {arrKey, arrLogin, arrServer, radarrReplies} from '#test/helpers/arr-server.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {withMoves} from '#test/helpers/world/moved-household.ts';
import {handlePlanMove} from '#workers/backfill/moves/plan-move.ts';
import {handleRunMove} from '#workers/backfill/moves/run-move.ts';

const film = {'films/Paper Harbor (2010)/Paper Harbor.mkv': 1000};
const secretOfClient = 'secret-of-the-client';
const backup = `
CREATE TABLE "DownloadClients" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT);
INSERT INTO "DownloadClients" VALUES (3, 'qBittorrent', 'QBittorrent', '{"host":"elsewhere","password":"${secretOfClient}"}');`;

test('a program at an address is planned and moved, with what its newest backup tells', async t => {
	const world = await withMoves(t, film);
	const {deps, media, planFrom} = world;
	const zip = buildZip([{name: 'radarr.db', content: radarrDatabase([], {sql: backup})}]);
	const {url, asked} = await arrServer(t, {program: 'radarr', replies: radarrReplies(), backup: zip});
	const mappings = [{from: '/movies', to: join(media, 'films')}];
	const {move, rows} = await planFrom([{program: 'radarr', url, apiKey: arrKey, ...arrLogin}], mappings);
	t.like(move, {state: 'planned', message: null});
	t.like(move.sources[0], {program: 'radarr', schemaVersion: '242', warnings: []});
	t.deepEqual(
		rows.filter(({kind}) => kind === 'movie' || kind === 'downloadClient').map(({kind, outcome}) => `${kind} ${outcome}`),
		['downloadClient comes', 'movie comes'],
	);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.like(await deps.moves.get(move.id), {state: 'completed', message: null});
	t.like(await deps.movies.findOldest(11), {monitored: true, file: {size: 1000}});
	t.like((await deps.downloadClients.list())[0], {url: 'http://qbittorrent:8080', password: secretOfClient});
	t.deepEqual(
		asked.filter(each => each.includes(' ')),
		['POST /login'],
	);
});

test('without the login a secret is named, and a plan that is made again does not ask again', async t => {
	const {deps, media, planFrom, run} = await withMoves(t, film);
	const {url, asked} = await arrServer(t, {program: 'radarr', replies: radarrReplies()});
	const {move, notes} = await planFrom([{program: 'radarr', url, apiKey: arrKey, username: null, password: null}]);
	t.true(notes.includes('downloadClient 3 secret_masked'), notes.join(', '));
	const count = asked.length;
	await deps.moves.move(move.id, ['planned'], {state: 'planning', mappings: [{from: '/movies', to: join(media, 'films')}]}, deps.now());
	await handlePlanMove({moveId: move.id}, deps, run());
	t.like(await deps.moves.get(move.id), {state: 'planned', folders: [{found: 1}]});
	t.is(asked.length, count);
});

test('a wrong key ends the plan in plain words', async t => {
	const {planFrom} = await withMoves(t, {});
	const {url} = await arrServer(t, {program: 'radarr', replies: radarrReplies()});
	const {move} = await planFrom([{program: 'radarr', url, apiKey: 'wrong', username: null, password: null}]);
	t.is(move.state, 'failed');
	t.regex(move.message ?? '', /^Radarr refuses the API key/);
});

test('a secret that a person enters is used, and what is left out does not come', async t => {
	const {deps, media, planFrom, run} = await withMoves(t, film);
	const {url} = await arrServer(t, {program: 'radarr', replies: radarrReplies()});
	const mappings = [{from: '/movies', to: join(media, 'films')}];
	const {move, notes, rows} = await planFrom([{program: 'radarr', url, apiKey: arrKey, username: null, password: null}], mappings);
	t.true(notes.includes('downloadClient 3 secret_masked'), notes.join(', '));
	await deps.moves.giveSecrets(move.id, [{source: 0, kind: 'downloadClient', id: '3', name: 'password', value: 'entered'}]);
	const left = rows.find(({kind}) => kind === 'movie')?.sourceId ?? '';
	const choices = [{source: 0, kind: 'movie' as const, id: left, take: false}];
	await deps.moves.move(move.id, ['planned'], {state: 'planning', choices}, deps.now());
	await handlePlanMove({moveId: move.id}, deps, run());
	const again = await Array.fromAsync(deps.moves.rows.all(move.id));
	t.false(again.some(({kind}) => kind === 'movie'));
	t.false(again.some(({kind, notes: of}) => kind === 'downloadClient' && of.some(({code}) => code === 'secret_masked')));
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, run());
	t.like(await deps.moves.get(move.id), {state: 'completed', message: null});
	t.is((await deps.downloadClients.list()).find(({kind}) => kind === 'qbittorrent')?.password, 'entered');
	t.is(await deps.movies.findOldest(11), null);
});
