import test from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {checkPort} from '#shared/start/check-port.ts';
import {checkStart} from '#shared/start/check-start.ts';

const api = {host: 'HOST', port: 'PORT'};
const torrent = {host: 'TORRENT_HOST', port: 'TORRENT_PORT'};

test('two ports of ours that are the same are reported as that', async t => {
	const port = await freePort();
	for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
		const {problems} = await checkStart({
			listen: [
				{host: '127.0.0.1', port, names: api},
				{host, port, names: torrent},
			],
		});
		t.deepEqual(
			problems.map(({message}) => message),
			['TORRENT_PORT: it is the same as PORT. Set one of them to another.'],
			host,
		);
	}
});

test('the same port of two addresses is fine, and so is any free one', async t => {
	const port = await freePort();
	t.deepEqual(await checkPort({host: '127.0.0.1', port, names: api}, [{host: '127.0.0.2', port, names: torrent}]), {
		problems: [],
		warnings: [],
	});
	t.deepEqual(
		(
			await checkStart({
				listen: [
					{host: '127.0.0.1', port: 0, names: api},
					{host: '127.0.0.1', port: 0, names: torrent},
				],
			})
		).problems,
		[],
	);
});
