import test from 'ava';
import type {DefinitionSetting} from '#shared/domain/definitions/definition.ts';
import {type ForeignIndexer, hiddenValue, toCandidate} from '#shared/domain/indexers/foreign-indexer.ts';
import {readJackettFile} from '#shared/domain/indexers/read-jackett-file.ts';

const setting = (name: string, type: DefinitionSetting['type'], more: Partial<DefinitionSetting> = {}): DefinitionSetting => ({
	name,
	type,
	label: null,
	default: null,
	defaults: [],
	options: [],
	...more,
});
const definition = {
	key: 'meadow',
	links: ['https://meadow.example/'],
	settings: [
		setting('username', 'text', {label: 'User name'}),
		setting('password', 'password', {label: 'Password'}),
		setting('sort', 'select', {
			options: [
				['seeders', 'Seeders'],
				['created', 'Created'],
				['Added', 'Added'],
			],
		}),
		setting('kinds', 'multi-select', {
			options: [
				['films', 'Films'],
				['shows', 'Shows'],
				['music', 'Music'],
			],
		}),
		setting('free', 'checkbox', {label: 'Only free'}),
		setting('info', 'info'),
	],
};
const foreign: ForeignIndexer = {
	id: '1',
	name: 'Meadow',
	definition: 'meadow',
	url: null,
	values: {},
	direct: null,
	through: null,
	common: {},
	notes: [],
};
const household = {program: 'prowlarr', definition, indexers: [], proxyTags: []} as const;
const valuesOf = (values: object, more: object = {}) =>
	toCandidate({...foreign, values: values as ForeignIndexer['values']}, {...household, ...more}).settings?.settings;

test('a choice of Prowlarr is its place among the sorted keys, one of Jackett its key', t => {
	t.like(valuesOf({sort: 0}), {sort: 'Added'});
	t.like(valuesOf({sort: '2'}), {sort: 'seeders'});
	t.like(valuesOf({sort: 'created'}, {program: 'jackett'}), {sort: 'created'});
	const odd = toCandidate({...foreign, values: {sort: 9}}, household);
	t.deepEqual(odd.settings?.settings, {});
	t.regex(odd.notes[0] ?? '', /values of sort are not understood/);
});

test('several choices come as their keys, in the order of the options', t => {
	t.like(valuesOf({kinds: ['shows', 'films']}, {program: 'jackett'}), {kinds: 'films,shows'});
	t.like(valuesOf({kinds: 'music, shows'}), {kinds: 'shows,music'});
	t.deepEqual(valuesOf({kinds: ['films', 'radio']}), {}, 'one that is unknown makes all unclear');
});

test('an address that the site has left becomes its first one', t => {
	const urlOf = (url: string) =>
		toCandidate({...foreign, url}, {...household, definition: {...definition, legacyLinks: ['https://old.example/']}}).settings?.url;
	t.is(urlOf('https://old.example'), 'https://meadow.example/');
	t.is(urlOf('https://other.example'), 'https://other.example');
});

test('a tick may be a text, and what is only told or empty takes no value', t => {
	t.deepEqual(valuesOf({free: 'True', info: 'x', username: '', unknown: 'y'}), {free: true});
	t.deepEqual(valuesOf({free: false}), {free: false});
});

test('what is not told has to be entered, and is not stored as asterisks', t => {
	const found = toCandidate({...foreign, values: {username: 'vera', password: hiddenValue}}, household);
	t.like(found, {outcome: 'needsYou', way: 'definition', needs: [{path: 'settings.password', label: 'Password'}]});
	t.like(found.settings, {kind: 'definition', definition: 'meadow', url: 'https://meadow.example/', settings: {username: 'vera'}});
	t.false(JSON.stringify(found.settings).includes(hiddenValue));
});

test('without a definition it goes through the old program, which has to keep running, or cannot come', t => {
	const through = {kind: 'torznab', url: 'http://old.example:9696', apiPath: '/1/api', apiKey: 'k'} as const;
	const behind = toCandidate({...foreign, through}, {...household, definition: null});
	t.like(behind, {outcome: 'comes', way: 'through', settings: through});
	t.regex(behind.notes.join(), /Prowlarr has to keep running/);
	t.like(toCandidate({...foreign, through}, household), {way: 'definition'});
	const none = toCandidate(foreign, {...household, definition: null});
	t.like(none, {outcome: 'cannot', way: null, settings: null});
	t.regex(none.notes.join(), /set of definitions has no meadow/);
});

test('one that asks the same is here already, whatever it is called', t => {
	const mine = {kind: 'definition', url: 'https://meadow.example', apiPath: '/api', definition: 'meadow'} as const;
	t.is(toCandidate({...foreign, values: {password: hiddenValue}}, {...household, indexers: [mine]}).outcome, 'exists');
	t.is(toCandidate(foreign, {...household, indexers: [{...mine, url: 'https://mirror.example'}]}).outcome, 'comes');
});

test('one that has a proxy never comes without it', t => {
	const common = {proxyTags: ['vpn']};
	t.like(toCandidate({...foreign, common}, household), {outcome: 'needsYou', settings: common});
	t.like(toCandidate({...foreign, common}, {...household, proxyTags: ['VPN']}), {outcome: 'comes', settings: common});
});

test('a file of Jackett names settings by their labels, and its passwords are encrypted', t => {
	const content = JSON.stringify([
		{id: 'sitelink', type: 'inputstring', name: 'Site Link', value: 'https://mirror.example/'},
		{id: 'cookieheader', type: 'hiddendata', name: 'CookieHeader', value: 'a=1'},
		{id: 'username', type: 'inputstring', name: 'User name', value: 'vera'},
		{id: 'password', type: 'inputstring', name: 'Password', value: 'AQAAANCMnd8'},
		{id: 'onlyfree', type: 'inputbool', name: 'Only free', value: true},
		null,
		{id: 7},
	]);
	const read = readJackettFile({name: 'Indexers/meadow.json', content}, null);
	t.like(read, {id: 'meadow', definition: 'meadow', url: 'https://mirror.example/', through: null});
	const found = read && toCandidate(read, {...household, program: 'jackett'});
	t.like(found, {outcome: 'needsYou', needs: [{path: 'settings.password', label: 'Password'}]});
	t.deepEqual(found?.settings?.settings, {username: 'vera', free: true});
	t.false(JSON.stringify(read).includes('AQAAANCMnd8'));
	t.false(JSON.stringify(read).includes('a=1'));
	t.like(readJackettFile({name: 'meadow.json', content}, {url: 'http://jackett.example:9117/', apiKey: 'k'})?.through, {
		url: 'http://jackett.example:9117',
		apiPath: '/api/v2.0/indexers/meadow/results/torznab/api',
	});
});

test('what is no file of Jackett is none', t => {
	for (const content of ['', '{}', '[]', 'null', '[1, null]', '{"a":']) {
		t.is(readJackettFile({name: 'a.json', content}, null), null, content);
	}
	t.is(readJackettFile({name: 'a.json.bak', content: '[{"id":"a","value":"b"}]'}, null), null, 'a copy');
	t.is(readJackettFile({name: '../..', content: '[{"id":"a","value":"b"}]'}, null), null);
});
