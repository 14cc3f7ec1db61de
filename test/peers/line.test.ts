import test from 'ava';
import type {ConnectionReply, MovieReply} from '#scripts/demo/replies.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, filesBelow, follow, grab, historyOf, isImported, sandboxRelease} from '#test/helpers/line/steps.ts';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {peerLogin, qbittorrentBinary, startQbittorrent} from '#test/helpers/peers/qbittorrent.ts';
import {startTransmission, transmissionBinary} from '#test/helpers/peers/transmission.ts';

const sintel = 45745;
const title = 'Sintel.2010.1080p.BluRay.x264-OPENREEL';

const programs = [
	{kind: 'qbittorrent', binary: qbittorrentBinary, start: startQbittorrent},
	{kind: 'transmission', binary: transmissionBinary, start: startTransmission},
] as const;

for (const {kind, binary, start} of programs) {
	const serial = isInstalled(binary) ? test.serial : test.serial.skip;
	if (!isInstalled(binary)) {
		console.warn(`Skipping ${kind}: ${binary} is not installed (apt-get install ${binary}).`);
	}

	serial(`a movie goes from its id to a file in the library through a real ${kind}`, async t => {
		t.timeout(180_000);
		const {url} = await start(t);
		const line = await startLine(t);
		const client = {name: kind, kind, url, ...peerLogin};
		t.log((await line.api.post<ConnectionReply & {version: string}>('/api/download-clients/test', client)).version);
		await line.api.post('/api/download-clients', client);

		const movie = await addMovie(line, sintel);
		const queueId = await grab(line, movie.id, title);
		const began = Date.now();
		const item = await follow(line, queueId, isImported);
		t.log(`imported after ${Date.now() - began} ms`);
		t.like(item, {downloadClient: kind});
		t.deepEqual(filesBelow(line.library), ['Sintel (2010)/Sintel (2010) [Bluray-1080p]-OPENREEL.mkv']);
		const {file} = await line.api.get<MovieReply>(`/api/library/movies/${movie.id}`);
		t.is(await hashFile(file?.path ?? ''), await line.world.seeder.hashOf(sandboxRelease(title)));
		t.deepEqual(await historyOf(line, movie.id), ['titleAdded', 'grabbed', 'imported']);
	});
}
