import test from 'ava';
import {createDefinitionThread} from '#shared/definitions/definition-thread.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {definitionText, type Parts} from '#test/helpers/made-up-definition.ts';

const question = {settings: {}, search: {kind: 'text', query: 'x'} as const, now: new Date('2026-03-07T16:05:09Z')};
const file = (parts: Parts) => ({key: 'quiet-meadow', text: definitionText(parts)});
const row = (name: string) => `<tr class=row><td><a class=name>${name}</a><a class=get href=1>g</a></td></tr>`;
const page = (name: string) => ({status: 200, body: `<table>${row(name)}</table>`});
const read = (t: {teardown(end: () => Promise<void>): void}, limitMs?: number) => {
	const thread = createDefinitionThread(limitMs === undefined ? {} : {limitMs});
	t.teardown(() => thread.close());
	return thread;
};

test('a pattern or a page that takes too long ends the thread, and the next question has a new one', async t => {
	const thread = read(t, 300);
	const slow = 'title: {selector: a.name, filters: [{name: regexp, args: "^((a+)+)$"}]}\ndownload: {selector: a.get, attribute: href}';
	await t.throwsAsync(thread.ask('read', {file: file({fields: slow}), question, reply: page(`${'a'.repeat(60)}b`)}), {
		instanceOf: Unusable,
		message: /longer than 0.3 seconds/,
	});
	const deep = {status: 200, body: '<div>'.repeat(200_000)};
	await t.throwsAsync(thread.ask('read', {file: file({}), question, reply: deep}), {instanceOf: Unusable});
	const {releases} = await thread.ask('read', {file: file({}), question, reply: page('Fine')});
	t.is(releases[0]?.title, 'Fine');
});

test('what a definition or a page does wrong is reported, and the thread goes on', async t => {
	const thread = read(t);
	await t.throwsAsync(thread.ask('requests', {file: {key: 'x', text: 'a: ['}, question}), {
		instanceOf: Unusable,
		message: /cannot be used/,
	});
	const checked = await thread.ask('check', {file: {key: 'x', text: 'a: 1'}});
	t.true(checked.faults.some(({isFatal}) => isFatal));
	const requests = await thread.ask('requests', {file: file({}), question});
	t.is(requests[0]?.url, 'https://quiet-meadow.example/browse.php?q=x');
});
