import test from 'ava';
import type {Torrent} from 'webtorrent';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {openWebSeed} from '#workers/integrations/torrent-engine/web-seed.ts';

/** One piece of 500 files. */
const files = Array.from({length: 500}, (_, offset) => ({path: `Many/${offset}`, offset, length: 1}));
const torrent = {files, path: 'Many', pieceLength: 16_384} as unknown as Torrent;

test('a piece in hundreds of files is fetched file by file, and no more after the end', async t => {
	let [together, max, asked] = [0, 0, 0];
	const address = await serveHttp(t, (_request, response) => {
		together += 1;
		asked += 1;
		max = Math.max(max, together);
		setImmediate(() => {
			together -= 1;
			response.writeHead(206).end('x');
		});
	});
	const seed = await openWebSeed(address, torrent, {http: withHttp(t), allowPrivate: () => true, limitMs: patienceMs});
	const fetchPiece = () =>
		new Promise<Uint8Array>((resolve, reject) => {
			seed.httpRequest(0, 0, 500, (error, bytes) => (error ? reject(error) : resolve(bytes ?? new Uint8Array())));
		});
	t.is((await fetchPiece()).length, 500);
	t.deepEqual([max, asked], [1, 500]);
	const cut = fetchPiece();
	seed.destroy();
	await t.throwsAsync(cut);
	t.true(asked < 510);
});
