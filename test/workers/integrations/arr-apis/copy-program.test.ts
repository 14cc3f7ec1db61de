import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {readEvent} from '#shared/domain/moves/source-activity.ts';
import {columns, readFile, readMovie} from '#shared/domain/moves/source-titles.ts';
import {arrKey, arrServer, radarrReplies} from '#test/helpers/arr-server.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {elementsOf} from '#workers/integrations/arr-apis/ask-program.ts';
import {copyProgram} from '#workers/integrations/arr-apis/copy-program.ts';
import {type ArrDatabase, readArrDatabase} from '#workers/integrations/arr-databases/read-database.ts';

const {signal} = new AbortController();

async function copied<Result>(t: ExecutionContext, url: string, use: (database: ArrDatabase) => Promise<Result>): Promise<Result> {
	const folder = tempFolder(t);
	const path = join(folder, 'radarr.db');
	await copyProgram({program: 'radarr', url, apiKey: arrKey}, path, {http: withHttp(t), signal, retryMs: [1]});
	return readArrDatabase([{path, name: 'radarr.db'}], {workFolder: folder, signal}, use);
}

test('what Radarr says over its API is read as its database is, and nothing is written there', async t => {
	const {url, asked} = await arrServer(t, {program: 'radarr', replies: radarrReplies()});
	await copied(t, `${url}/`, async database => {
		t.like(database, {program: 'radarr', schema: 242, warnings: []});
		const [movie] = await database.list('Movies', columns.movies, 10);
		t.like(readMovie(movie ?? {}, movie ?? {}), {
			id: 40,
			metaId: 11,
			fileId: 91,
			minimumAvailability: 'inCinemas',
			tags: [1],
			addedAt: new Date('2024-05-01T12:00:00Z'),
			isGone: false,
		});
		const [file] = await database.list('MovieFiles', columns.movieFiles, 10);
		t.like(readFile(file ?? {}, 'radarr'), {
			titleId: 40,
			quality: {name: 'Bluray-1080p', homeless: null},
			revision: {version: 2, real: 0},
			languages: ['english'],
			flags: ['internal'],
		});
		const [event] = await database.list('History', ['Id', 'SourceTitle', 'Date', 'Data', 'EventType', 'DownloadId', 'MovieId'], 10);
		t.like(readEvent(event ?? {}, 'radarr'), {event: 'grabbed', downloadId: 'A1', indexer: 'Blue'});
		t.deepEqual(
			(await database.list('DownloadHistory', ['EventType', 'MovieId', 'DownloadId', 'Protocol', 'DownloadClientId'], 10)).map(row => ({
				...row,
			})),
			[{EventType: 1, MovieId: 40, DownloadId: 'B2', Protocol: 2, DownloadClientId: 3}],
		);
		const config = await database.list('Config', ['Key', 'Value'], 100);
		t.false(JSON.stringify(config).includes('of-the-page'));
		const [client] = await database.list('DownloadClients', ['Settings'], 1);
		t.deepEqual(JSON.parse(String(client?.['Settings'])).maskedFields, ['password']);
	});
	t.true(
		asked.every(each => !each.includes(' ')),
		asked.join(', '),
	);
});

test('a movie that was imported while the list was read is read again', async t => {
	const replies = radarrReplies();
	const changed = {...(replies['movie'] as object[])[0], movieFileId: 92};
	const files = [{...(replies['moviefile'] as object[])[0], id: 92, relativePath: 'better.mkv'}];
	const server = await arrServer(t, {program: 'radarr', replies});
	// It answers with the new file once the old one was told.
	Object.defineProperty(server.replies, 'history/since', {
		get() {
			Object.assign(server.replies, {'movie/40': changed, moviefile: files});
			return [{movieId: 40, eventType: 'downloadFolderImported'}];
		},
	});
	await copied(t, server.url, async database => {
		t.deepEqual(
			(await database.list('Movies', ['MovieFileId'], 10)).map(row => row['MovieFileId']),
			[92],
		);
		t.deepEqual(
			(await database.list('MovieFiles', ['RelativePath'], 10)).map(row => row['RelativePath']),
			['better.mkv'],
		);
	});
});

test('an address that is no such program is refused in plain words', async t => {
	const http = withHttp(t);
	const path = join(tempFolder(t), 'copy.db');
	const refusal = async (url: string, apiKey = arrKey, program: 'radarr' | 'sonarr' = 'radarr') => {
		const error = await t.throwsAsync<Error & {code: string}>(copyProgram({program, url, apiKey}, path, {http, signal, retryMs: []}));
		return `${error?.code}: ${error?.message}`;
	};
	const radarr = await arrServer(t, {program: 'radarr', replies: radarrReplies()});
	t.regex(await refusal(radarr.url, 'wrong'), /^authentication_failed: Radarr refuses the API key \(401\)/);
	t.regex(await refusal(radarr.url, arrKey, 'sonarr'), /^wrong_protocol: This is Radarr and no Sonarr/);
	const login = await serveHttp(t, (_, response) => response.end('<!doctype html><title>Sign in</title>'));
	t.regex(await refusal(login), /^wrong_protocol: A page came instead/);
	const elsewhere = await serveHttp(t, (_, response) => response.writeHead(302, {location: '/radarr/login?back=1'}).end());
	t.regex(await refusal(elsewhere), /leads to another address \(\/radarr\/login\)/);
	const failing = await serveHttp(t, (_, response) => response.writeHead(503).end('{}'));
	t.regex(await refusal(failing), /^upstream_failed: Radarr failed \(503\)/);
});

test('a long list is taken apart without being parsed as a whole, and one that is cut is noticed', t => {
	const elements = [{a: '],["\\'}, {b: [1, {c: '{'}]}, 7];
	t.deepEqual(
		[...elementsOf(Buffer.from(` ${JSON.stringify(elements, null, 1)} `), 'Radarr')].map(part => JSON.parse(part.toString())),
		elements,
	);
	t.is([...elementsOf(Buffer.from('[]'), 'Radarr')].length, 1);
	t.throws(() => [...elementsOf(Buffer.from('[{"a": 1}, {"b"'), 'Radarr')], {message: /ends in the middle/});
	t.throws(() => [...elementsOf(Buffer.from('{"a": 1}'), 'Radarr')], {message: /page came instead/});
});
