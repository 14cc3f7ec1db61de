import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import type {Request, Response} from 'express';
import {WebSocket as Client} from 'ws';
import {createHub} from '#api/faces/hub.ts';
import type {FaceFailure} from '#api/faces/wire.ts';
import type {KeyCaller} from '#api/http/access/callers.ts';
import {listen} from '#api/http-server.ts';
import {controlStream} from '#shared/events/control.ts';
import {libraryStream} from '#shared/events/library.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withFaces, withMovie} from '#test/helpers/faces.ts';
import {joinHub} from '#test/helpers/hub-client.ts';
import {until} from '#test/helpers/until.ts';

test('a client of the hub hears of movies that come, change and go, with the fields that it needs', async t => {
	const served = await withFaces(t);
	const {deps, ask} = served;
	const client = await joinHub(t, served);
	await until(() => client.frames.length >= 2);
	t.deepEqual(client.frames[0], {});
	t.deepEqual(client.frames[1].arguments, [{name: 'version', body: {version: '6.0.4.0'}}]);
	const {id} = await withMovie(served, {metaId: 603, title: 'Matrix'});
	const created = await client.hears(({body}) => body.action === 'created');
	t.like(created, {name: 'movie', body: {resource: {tmdbId: 603, title: 'Matrix'}}});
	await deps.movies.change(id, {monitored: false}, deps.now());
	const changed = await client.hears(({body}) => body.action === 'updated' && body.resource.monitored === false);
	t.deepEqual(changed.body.resource, (await ask('GET /radarr/api/v3/movie')).body[0]);
	const number = changed.body.resource.id;
	t.is((await ask(`DELETE /radarr/api/v3/movie/${number}`)).status, 200);
	t.like(await client.hears(({body}) => body.action === 'deleted'), {body: {resource: {id: number, title: 'Matrix'}}});
	t.false(JSON.stringify(client.frames).includes('null'));
});

test('of a series one hears what has become of which episode', async t => {
	const served = await withFaces(t);
	const {deps} = served;
	const client = await joinHub(t, {...served, face: 'sonarr'});
	const movies = await joinHub(t, served);
	await until(() => client.messages('version').length > 0 && movies.messages('version').length > 0);
	const {id} = await deps.series.add(buildSeriesDetails({tvMetaId: 5}), buildNewSeries({rootFolderPath: '/tv', path: '/tv/a'}), deps.now());
	const first = await client.hears(({name}) => name === 'series');
	t.like(first.body, {action: 'created', resource: {tvdbId: 5, episodesChanged: true}});
	const [one, two] = await deps.episodes.ofSeries(id);
	const file = buildMediaFile({id: crypto.randomUUID(), path: '/tv/a/1.mkv'});
	await deps.episodes.recordFiles(id, [{episodeIds: [two?.id ?? ''], file, replaces: []}], deps.now());
	const episode = await client.hears(({name}) => name === 'episode');
	const {resource} = episode.body;
	t.like(resource, {hasFile: true, episodeNumber: two?.episodeNumber, episodeFile: {path: file.path}, series: {tvdbId: 5}});
	await deps.episodes.setMonitored(one?.id ?? '', false, deps.now());
	await client.hears(({name, body}) => name === 'episode' && body.resource.monitored === false);
	t.is(new Set(client.messages('episode').map(({body}) => body.resource.id)).size, 2);
	t.deepEqual(movies.messages('series'), []);
});

test('when nobody can tell what has changed, clients read their lists again', async t => {
	const served = await withFaces(t);
	const client = await joinHub(t, served);
	await until(() => client.messages('version').length > 0);
	await served.deps.events.publish(libraryStream, 'reset', {});
	t.deepEqual((await client.hears(({name}) => name === 'movie')).body, {action: 'sync'});
});

test('only who has a key for the face and speaks the protocol is connected', async t => {
	const served = await withFaces(t, {faces: ['movies'], readOnly: true});
	const {url, key, ask, deps} = served;
	t.is((await ask('POST /radarr/signalr/messages/negotiate', {key: null})).status, 401);
	t.is((await ask('POST /sonarr/signalr/messages/negotiate')).status, 403);
	const {status, body} = await ask('POST /radarr/signalr/messages/negotiate');
	t.is(status, 200);
	t.deepEqual(body.availableTransports, [{transport: 'WebSockets', transferFormats: ['Text']}]);
	t.is(body.connectionId, body.connectionToken);
	t.is((await ask('GET /radarr/signalr/messages')).status, 400);
	t.is((await ask('GET /radarr/signalr/messages/other')).status, 404);
	// A key in the address opens the hub alone.
	t.is((await ask(`GET /radarr/api/v3/tag?access_token=${key}`, {key: null})).status, 401);
	await t.throwsAsync(joinHub(t, {url, key: 'f'.repeat(32)}));
	const stranger = await joinHub(t, {url, key, greeting: '{"protocol":"messagepack","version":1}\u001e'});
	t.is(await stranger.closed, 1008);
	t.regex(stranger.frames[0].error, /json/);
	const client = await joinHub(t, served);
	await until(() => client.messages('version').length > 0);
	const own = (await deps.apiKeys.list()).find(({type}) => type === 'apps');
	await deps.apiKeys.remove(own?.id ?? '');
	await deps.events.publish(controlStream, 'callersChanged', {});
	t.is(await client.closed, 1008);
});

/** A hub alone, whose beats the test makes. */
async function withHub(t: ExecutionContext) {
	const {deps} = await withFaces(t);
	const unheard = deps.subscriber.listenerCount('ready');
	let beat = async () => {};
	const hub = createHub(deps, {
		messagesOf: async () => [],
		beats(given) {
			beat = given;
			return () => {};
		},
	});
	const key: KeyCaller = {kind: 'key', key: {id: crypto.randomUUID(), name: 'An app', type: 'apps'}};
	const shelf = {library: null, apart: []};
	const server = await listen(
		(request, response) => {
			hub
				.join({request: request as Request, response: response as Response, key, face: 'movies', base: '/radarr', shelf, version: '1'})
				.catch(error => response.writeHead((error as FaceFailure).status).end());
		},
		{host: '127.0.0.1', port: 0, isShared: () => true, mayUpgrade: () => true},
	);
	t.teardown(async () => {
		hub.close();
		await server.close(0);
	});
	const {port} = new URL(server.address);
	/** A connection of which the test sees every byte. */
	async function connectRaw(): Promise<{socket: Socket; isRefused: boolean}> {
		const socket = connect(Number(port), '127.0.0.1');
		t.teardown(() => socket.destroy());
		socket.on('error', () => {});
		const lines = ['GET / HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
		socket.write(`${[...lines, `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`].join('\r\n')}\r\n\r\n`);
		const [answer] = await once(socket, 'data');
		return {socket, isRefused: !String(answer).startsWith('HTTP/1.1 101')};
	}
	const isHeard = () => deps.subscriber.listenerCount('ready') > unheard;
	return {deps, hub, connectRaw, isHeard, address: server.address, beat: () => beat()};
}

/** The greeting as a client sends it: a text that is masked with zeros. */
const greeting = Buffer.concat([Buffer.from([0x81, 0x80 + 32, 0, 0, 0, 0]), Buffer.from('{"protocol":"json","version":1}\u001e')]);

test('a silent client is kept alive, and one that does not answer is forgotten after two beats', async t => {
	const {beat, connectRaw, address} = await withHub(t);
	const socket = new Client(address.replace('http', 'ws'));
	t.teardown(() => socket.terminate());
	const heard: string[] = [];
	socket.on('message', data => void heard.push(String(data)));
	await once(socket, 'open');
	socket.send('{"protocol":"json","version":1}\u001e');
	await until(() => heard.length >= 2);
	const {socket: dead} = await connectRaw();
	dead.write(greeting);
	await once(dead, 'data');
	const gone = once(dead, 'close');
	dead.resume();
	await beat();
	await until(() => heard.some(text => text.includes('{"type":6}')));
	// What it answers after its own answer to the beat was read.
	socket.ping();
	await once(socket, 'pong');
	await beat();
	await gone;
	await beat();
	t.is(socket.readyState, Client.OPEN);
});

test('a client that reads too slowly is disconnected, and a hundred are connected at most', async t => {
	const {hub, connectRaw, address, isHeard} = await withHub(t);
	const {socket: slow} = await connectRaw();
	slow.pause();
	slow.write(greeting);
	const large = {name: 'movie' as const, body: {text: 'x'.repeat(256 * 1024)}};
	await until(() => {
		hub.tell(large, {face: 'movies'});
		return !isHeard();
	});
	const crowd = await Promise.all(Array.from({length: 110}, connectRaw));
	t.true(isHeard());
	const all = crowd.filter(each => !each.isRefused).map(({socket}) => socket);
	t.is(all.length, 100);
	const refused = await fetch(address, {headers: {}}).catch(() => null);
	t.is(refused?.status, 400);
	const socket = new WebSocket(address.replace('http', 'ws'));
	t.like(await Promise.race([once(socket, 'open'), once(socket, 'error')]), [{type: 'error'}]);
	all[0]?.destroy();
	await until(async () => {
		const next = new WebSocket(address.replace('http', 'ws'));
		const [{type}] = await Promise.race([once(next, 'open'), once(next, 'error')]);
		next.close();
		return type === 'open';
	});
});
