import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {createApp} from '#api/app.ts';
import {listen} from '#api/http-server.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {isInstalled, startProgram} from '#test/helpers/peers/program.ts';
import {serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

const program = 'haproxy';
const serial = isInstalled(program) ? test.serial : test.serial.skip;
if (!isInstalled(program)) {
	console.warn(`Skipping the balancer: ${program} is not installed (apt-get install ${program}).`);
}

serial('of two APIs behind the balancer one ends while lists are read, and nobody notices', async t => {
	const served = await serve(t, {http: {trustProxy: ['127.0.0.1'], listRequestsPerMinute: 100_000}});
	const {app, close, ...options} = createApp(served.deps);
	const second = await listen(app, {host: '127.0.0.1', port: 0, requestMs: 600_000, ...options});
	const port = await freePort();
	const apis = [served.url, second.address].map((url, at) => `server api${at} ${new URL(url).host}`);
	const config = readFileSync(new URL('../../scripts/haproxy/haproxy.cfg', import.meta.url), 'utf8')
		.replace('bind :5656', `bind 127.0.0.1:${port}`)
		.replace(/^\s+server-template .*$/m, apis.join('\n'));
	const file = join(tempFolder(t), 'haproxy.cfg');
	writeFileSync(file, config);
	const address = `http://127.0.0.1:${port}`;
	await startProgram(t, ['env', 'PROXIES=192.0.2.1', program, '-f', file], `${address}/api/live`);
	const headers = {...(await served.headersOf('admin')), 'x-forwarded-for': '203.0.113.9'};
	const read = async () => (await fetch(`${address}/api/library/movies`, {headers})).status;

	let isOver = false;
	const seen = new Set<number>();
	let requests = 0;
	const reader = async () => {
		while (!isOver) {
			seen.add(await read());
			requests += 1;
		}
	};
	const readers = [reader(), reader(), reader(), reader()];
	await until(async () => requests > 100);
	const before = requests;
	close();
	await second.close(0);
	await until(async () => requests > before + 200);
	isOver = true;
	await Promise.all(readers);
	t.deepEqual([...seen], [200]);

	await fetch(`${address}/api/auth/login`, {
		method: 'POST',
		headers: {'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9'},
		body: JSON.stringify({username: 'nobody', password: 'wrong password'}),
	});
	const {entries} = await served.deps.audit.page({page: 1, limit: 10});
	t.deepEqual(
		entries.filter(({outcome}) => outcome === 'refused').map(each => each.address),
		['127.0.0.1'],
		'a caller who makes up an address is not believed',
	);
});
