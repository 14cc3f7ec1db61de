import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {definitionText} from '#test/helpers/made-up-definition.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const script = fileURLToPath(new URL('../../scripts/definitions.ts', import.meta.url));

async function run(args: string[], input = ''): Promise<{code: number; lines: string[]}> {
	const child = spawn(process.execPath, [script, ...args], {stdio: ['pipe', 'pipe', 'ignore']});
	child.stdin.end(input);
	const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]); // close carries the code first
	return {code, lines: output.trimEnd().split('\n')};
}
const lines = (...questions: object[]) => questions.map(question => JSON.stringify(question)).join('\n');

test('definitions are checked, asked and read by lines', async t => {
	const folder = tempFolder(t);
	await writeFile(join(folder, 'meadow.yml'), `\ufeff${definitionText()}`);
	await writeFile(join(folder, 'broken.yml'), 'a: [');
	await writeFile(join(folder, 'huge.yml'), 'x'.repeat(300_000));
	await symlink('/dev/zero', join(folder, 'endless.yml'));
	await mkdir(join(folder, 'folder.yml'));
	await writeFile(join(folder, 'notes.txt'), 'no definition');
	const checked = await run(['check', folder]);
	t.is(checked.code, 0);
	t.is(checked.lines.at(-1), '1 of 4 usable');
	const [broken, endless, huge, meadow] = checked.lines.slice(0, 4).map(line => JSON.parse(line));
	t.like(broken, {file: 'broken', id: null, name: null, links: [], settings: 0, fields: [], ok: false});
	t.like(endless, {file: 'endless', ok: false, faults: ['file: is no file']});
	t.like(huge, {file: 'huge', ok: false});
	t.deepEqual(meadow, {
		file: 'meadow',
		id: 'quietmeadow',
		name: 'Quiet Meadow',
		type: 'private',
		language: 'en-US',
		links: ['https://quiet-meadow.example/'],
		settings: 2,
		mappings: 2,
		fields: ['title', 'download'],
		ok: true,
		faults: [],
	});

	const search = {kind: 'movie', title: 'Some Title', year: 2020};
	const asked = await run(
		['requests', folder],
		`${lines({id: 'meadow', settings: {}, search}, {id: 'broken', search}, {id: '../meadow', search}, {id: 'none', search}, {id: 'meadow', search: {...search, title: {a: 1}, year: [2]}})}\nno JSON\n`,
	);
	t.is(asked.code, 0);
	const [first, ...failed] = asked.lines.map(line => JSON.parse(line));
	t.deepEqual(failed.splice(3, 1)[0].requests[0].url, 'https://quiet-meadow.example/browse.php', 'what is no text is left out');
	const url = 'https://quiet-meadow.example/browse.php?q=Some+Title+2020';
	t.deepEqual(first, {id: 'meadow', requests: [{method: 'GET', url, headers: {}, body: null}]});
	t.deepEqual(
		failed.map(({id, error}) => [id, typeof error]),
		[
			['broken', 'string'],
			['../meadow', 'string'],
			['none', 'string'],
			[null, 'string'],
		],
	);

	const body = '<table><tr class=row><td><a class=name>A</a><a class=get href=b>x</a></td></tr></table>';
	const question = {id: 'meadow', settings: {}, search, now: '2026-03-07T16:05:09Z'};
	const read = await run(
		['read', folder],
		lines({...question, reply: {type: 'html', status: 200, body}}, {...question, reply: {type: 'html', status: 500, body: ''}}),
	);
	t.deepEqual(
		read.lines.map(line => JSON.parse(line)),
		[
			{id: 'meadow', releases: [{title: 'A', download: 'https://quiet-meadow.example/b'}]},
			{id: 'meadow', error: 'the site answers 500'},
		],
	);
	t.is((await run(['sing', folder])).code, 2);
	t.is((await run(['check', join(folder, 'none')])).code, 2);
});
