import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {createDefinitionProcess} from '#shared/definitions/definition-process.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {definitionText} from '#test/helpers/made-up-definition.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

const question = {settings: {}, search: {kind: 'text', query: 'x'} as const, now: new Date('2026-03-07T16:05:09Z')};
const file = (fields?: string) => ({key: 'quiet-meadow', text: definitionText(fields === undefined ? {} : {fields})});
const page = (name: string) => ({
	status: 200,
	body: `<table><tr class=row><td><a class=name>${name}</a><a class=get href=1>g</a></td></tr></table>`,
});

test('a page that exhausts the memory within one step ends another process than ours, and the next is read', async t => {
	const reader = createDefinitionProcess({limitMs: 20_000});
	t.teardown(() => reader.close());
	const greedy =
		'title: {selector: a.name, filters: [{name: re_replace, args: ["()", "xxxxxxxx"]}]}\ndownload: {selector: a.get, attribute: href}';
	const error = await t.throwsAsync(reader.ask('read', {file: file(greedy), question, reply: page('y'.repeat(5_000_000))}), {
		instanceOf: Unusable,
	});
	t.regex(error.message, /too much memory/);
	const {releases} = await reader.ask('read', {file: file(), question, reply: page('Fine')});
	t.is(releases[0]?.title, 'Fine');
	await t.throwsAsync(reader.ask('requests', {file: {key: 'x', text: 'a: ['}, question}), {
		instanceOf: Unusable,
		message: /cannot be used/,
	});
});

test('a reader that somebody kills is asked once more, and blamed on the page the second time', async t => {
	const folder = tempFolder(t);
	const script = async (name: string, answer: string) => {
		const path = join(folder, `${name}.mjs`);
		await writeFile(
			path,
			`import {existsSync, writeFileSync} from 'node:fs';\nconst mark = ${JSON.stringify(join(folder, name))};\nprocess.on('message', () => {${answer}});`,
		);
		return path;
	};
	const first = 'if (!existsSync(mark)) { writeFileSync(mark, ""); process.exit(1); } process.send({answer: false});';
	const killedOnce = createDefinitionProcess({script: await script('once', first)});
	const killedAlways = createDefinitionProcess({script: await script('always', 'process.exit(1);')});
	t.teardown(() => Promise.all([killedOnce.close(), killedAlways.close()]));
	const asked = {file: file(), reply: {status: 200, contentType: null, body: ''}};
	t.false(await killedOnce.ask('isLoggedOut', asked));
	await t.throwsAsync(killedAlways.ask('isLoggedOut', asked), {instanceOf: Unusable});
});

test('a reader that nobody asks ends, and the next question has a new one', async t => {
	const script = join(tempFolder(t), 'pid.mjs');
	await writeFile(script, `process.on('message', () => process.send({answer: process.pid}));`);
	const reader = createDefinitionProcess({script, idleMs: 1});
	t.teardown(() => reader.close());
	const pid = () => reader.ask('isLoggedOut', {file: file(), reply: {status: 200, contentType: null, body: ''}});
	const first = await pid();
	await t.notThrowsAsync(until(async () => (await pid()) !== first));
});

test('a definition that takes long delays its own next questions, not those of others', async t => {
	const folder = tempFolder(t);
	const script = join(folder, 'slow.mjs');
	// The process with the longer limit answers about the slow one once it may.
	await writeFile(
		script,
		`import {existsSync} from 'node:fs';
		const late = () => existsSync(${JSON.stringify(join(folder, 'may'))}) ? process.send({answer: 'late'}) : setTimeout(late, 20);
		process.on('message', ({asked}) => {
			if (asked.file.key !== 'slow') { process.send({answer: 'fine'}); return; }
			if (process.argv[2] === '500') { process.send({unusable: 'too long', isCostly: true}); return; }
			late();
		});`,
	);
	const reader = createDefinitionProcess({script});
	const ask = (key: string) => reader.ask('isLoggedOut', {file: {key, text: key}, reply: {status: 200, contentType: null, body: ''}});
	const slow = [ask('slow'), ask('slow'), ask('slow')];
	for (const key of ['one', 'two', 'three']) {
		t.is((await ask(key)) as unknown, 'fine');
	}
	t.is(await Promise.race([...slow, Promise.resolve('waits')]), 'waits');
	await writeFile(join(folder, 'may'), '');
	t.deepEqual((await Promise.all(slow)) as unknown[], ['late', 'late', 'late']);
	await reader.close();
});

test('what takes longer than a quick question may is read all the same, and what takes too long is not', async t => {
	const reader = createDefinitionProcess({quickMs: 1, limitMs: 60_000});
	t.teardown(() => reader.close());
	const rows = page('Fine').body.repeat(500);
	const {releases} = await reader.ask('read', {file: file(), question, reply: {status: 200, body: rows}});
	t.is(releases[0]?.title, 'Fine');
});
