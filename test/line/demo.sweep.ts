import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, statSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {createApiClient} from '#scripts/command/api-client.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const script = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url));
const {HOME = '', PATH = ''} = process.env;

test('the demo imports a film and a subtitle, leaves the service up, and ends when asked', async t => {
	const demo = spawn(process.execPath, [script], {
		env: {HOME, PATH, TMPDIR: tempFolder(t)},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	t.teardown(() => demo.kill('SIGKILL'));
	const exited = once(demo, 'exit');
	const said: string[] = [];
	const find = (pattern: RegExp) => said.map(line => pattern.exec(line)?.[1]).find(match => match !== undefined) ?? '';
	for await (const line of createInterface(demo.stdout)) {
		said.push(line);
		if (find(/(\/\S.*\.srt)$/) !== '') {
			break;
		}
	}
	t.is(statSync(find(/(\/\S.*\.mkv)$/)).size, 40 * 1024 * 1024);
	t.regex(said.join('\n'), /\d+ % {2}[\d.]+ MB of 40 MB/);
	t.regex(said.join('\n'), /rejected: Unknown movie/);
	t.regex(find(/(\/\S.*\.srt)$/), /\.en\.srt$/);
	t.regex(readFileSync(find(/(\/\S.*\.srt)$/), 'utf8'), /^1\n[^\r]+The morning begins quietly\.\n/);
	t.regex(said.join('\n'), /SHA-256 [\da-f]{64}, as the seeder's/);

	const api = createApiClient({
		url: find(/service (http:\S+),/),
		apiKey: find(/x-api-key: (\S+)/),
		signal: new AbortController().signal,
	});
	const {movies} = await api.get<{movies: {hasFile: boolean}[]}>('/api/library/movies');
	t.deepEqual(
		movies.map(({hasFile}) => hasFile),
		[true],
	);

	demo.kill('SIGINT');
	demo.stdout.resume();
	t.deepEqual(await exited, [0, null]);
	await t.throwsAsync(api.get('/api/health'));
});
