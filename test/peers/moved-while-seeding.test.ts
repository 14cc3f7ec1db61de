import {link, mkdir, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {follow} from '#test/helpers/peers/follow.ts';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {peerLogin, qbittorrentBinary, startQbittorrent} from '#test/helpers/peers/qbittorrent.ts';
import {startSwarm} from '#test/helpers/peers/swarm.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createWorld} from '#test/helpers/world.ts';
import {createQbittorrent} from '#workers/integrations/download-clients/qbittorrent/qbittorrent-client.ts';

const serial = isInstalled(qbittorrentBinary) ? test.serial : test.serial.skip;
if (!isInstalled(qbittorrentBinary)) {
	console.warn(`Skipping qbittorrent: ${qbittorrentBinary} is not installed (apt-get install ${qbittorrentBinary}).`);
}

/** Asks qBittorrent itself, whose client in the service has no such command. */
async function webUi(url: string) {
	const form = (fields: Record<string, string>) => ({method: 'POST', body: new URLSearchParams(fields)});
	const {username, password} = peerLogin;
	const login = await fetch(`${url}/api/v2/auth/login`, form({username, password}));
	const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
	const ask = (path: string, init: RequestInit = {}) => fetch(`${url}/api/v2/torrents/${path}`, {...init, headers: {cookie}});
	return {
		recheck: (hash: string) => ask('recheck', form({hashes: hash})),
		async info(hash: string): Promise<{state: string; progress: number}> {
			const [row] = (await (await ask(`info?hashes=${hash}`)).json()) as {state: string; progress: number}[];
			return row ?? {state: 'gone', progress: 0};
		},
	};
}

serial('a real qbittorrent goes on seeding a linked file that is renamed and moved, and finds all of it in a recheck', async t => {
	t.timeout(180_000);
	const {url} = await startQbittorrent(t);
	const client = createQbittorrent(buildClientSettings({...peerLogin, kind: 'qbittorrent', url}), {
		http: withHttp(t),
		now: () => new Date(),
	});
	const swarm = await startSwarm(t);
	const signal = AbortSignal.timeout(120_000);
	const id = await client.add(
		buildDownload({torrent: swarm.torrent, magnetUrl: null, title: swarm.name, infoHash: swarm.infoHash}),
		signal,
	);
	const {outputPath} = await follow(client, id, {isThere: ({status}) => status === 'completed'});
	const seeded = join(outputPath ?? '', 'The.Lámp.2024.mkv');

	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const film = join(library, 'The Lamp', 'old.mkv');
	await mkdir(dirname(film));
	await link(seeded, film);
	const before = await stat(seeded);
	const hash = await hashFile(seeded);
	const movie = await world.addMovie(buildMovieDetails({title: 'The Lamp', year: 2024}), {path: dirname(film)});
	await deps.movies.setFile(movie.id, buildMediaFile({path: film, size: before.size}), deps.now());

	const ui = await webUi(url);
	const recheck = async (about: string) => {
		await ui.recheck(id);
		let last = {state: '', progress: 0};
		const isWhole = async () => {
			last = await ui.info(id);
			return last.progress === 1 && !/checking|missing|error/i.test(last.state);
		};
		// The check begins a moment after it was asked for.
		const states: string[] = [];
		while (!(states.some(state => /checking/i.test(state)) && (await isWhole())) && states.length < 200) {
			states.push((await ui.info(id)).state);
			await new Promise(resolve => setTimeout(resolve, 50));
		}
		t.is((await ui.info(id)).progress, 1, `${about}: ${[...new Set(states)].join(', ')}, ${JSON.stringify(last)}`);
		t.false(/missing|error/i.test((await ui.info(id)).state), about);
	};
	for (const wanted of [
		{kind: 'rename', folders: true},
		{kind: 'move', to: other},
	] as const) {
		const {id: changeId} = await world.plan(wanted);
		t.like(await world.make(changeId), {state: 'done', totals: {done: 1, linkedFiles: 1}});
		const path = (await deps.movies.get(movie.id)).file?.path ?? '';
		t.not(path, film);
		t.deepEqual([(await stat(path)).ino, (await stat(seeded)).nlink], [before.ino, 2], wanted.kind);
		t.is(await hashFile(path), hash);
		await recheck(wanted.kind);
	}
});
