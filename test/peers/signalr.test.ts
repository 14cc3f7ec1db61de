import {spawn, spawnSync} from 'node:child_process';
import test from 'ava';
import {withFaces, withMovie} from '#test/helpers/faces.ts';
import {until} from '#test/helpers/until.ts';

const python = process.env['SIGNALR_PYTHON'] ?? 'python3';
const isInstalled = spawnSync(python, ['-c', 'import signalrcore'], {stdio: 'ignore'}).status === 0;
const serial = isInstalled ? test.serial : test.serial.skip;
if (!isInstalled) {
	console.warn('Skipping signalrcore: pip install signalrcore, or set SIGNALR_PYTHON to a Python that has it.');
}

/** Connects with the options of Bazarr, and writes what it hears, a line each, until its input ends. */
const program = `
import json, sys
from signalrcore.hub_connection_builder import HubConnectionBuilder
again = {"type": "raw", "keep_alive_interval": 5, "reconnect_interval": 180, "max_attempts": None}
hub = HubConnectionBuilder().with_url(sys.argv[1], options={"verify_ssl": False, "headers": {}}).with_automatic_reconnect(again).build()
hub.on_error(lambda error=None: print("error", error, flush=True))
hub.on("receiveMessage", lambda data: print(json.dumps(data), flush=True))
hub.start()
sys.stdin.read()
hub.stop()
`;

serial('the client of Bazarr hears of a movie that was added', async t => {
	const served = await withFaces(t);
	const child = spawn(python, ['-c', program, `${served.url}/radarr/signalr/messages?access_token=${served.key}`]);
	t.teardown(() => child.kill('SIGKILL'));
	let heard = '';
	child.stdout.on('data', data => {
		heard += String(data);
	});
	await until(() => heard.includes('"version"'));
	await withMovie(served, {metaId: 603});
	await until(() => heard.includes('"tmdbId": 603'));
	t.false(heard.includes('error'));
	child.stdin.end();
});
