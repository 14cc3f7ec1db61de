import {mkdir, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {createDefinitionThread} from '#shared/definitions/definition-thread.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import type {ListDefinitions} from '#shared/jobs/connections.ts';
import {createDefinitionFolder} from '#shared/store/definitions/definitions.ts';
import {definitionText} from '#test/helpers/made-up-definition.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {handleListDefinitions, handleShowDefinition} from '#workers/connections/list-definitions.ts';
import {createDefinitionCatalogue} from '#workers/integrations/indexers/definition/catalogue.ts';

const all: ListDefinitions = {
	search: null,
	language: null,
	privacy: null,
	type: null,
	categories: [],
	adult: false,
	faulty: false,
	page: 1,
	limit: 50,
};
const run = {signal: new AbortController().signal} as Parameters<typeof handleListDefinitions>[2]; // the handler uses only this

const noPackage = {find: async () => null, list: async () => []};

async function withFolder(t: ExecutionContext) {
	const dataDir = tempFolder(t);
	const folder = join(dataDir, 'definitions');
	await mkdir(folder);
	const definitions = createDefinitionFolder({dataDir});
	const thread = createDefinitionThread();
	t.teardown(() => thread.close());
	const asked: string[] = [];
	const counting = {
		ask: ((kind, question) => {
			asked.push(kind);
			return thread.ask(kind, question);
		}) as typeof thread.ask,
	};
	const deps = {definitionCatalogue: createDefinitionCatalogue({definitions, packaged: noPackage, thread: counting})};
	return {
		folder,
		asked,
		write: (name: string, text: string) => writeFile(join(folder, name), text),
		list: async (wanted: Partial<ListDefinitions> = {}) => handleListDefinitions({...all, ...wanted}, deps, run),
		show: async (key: string) => handleShowDefinition({key}, deps, run),
	};
}

test('the sites of a folder are listed, filtered and in pages, and a faulty file harms no other', async t => {
	const {folder, asked, write, list} = await withFolder(t);
	await write('meadow.yml', definitionText());
	await write('harbour.yml', definitionText({head: 'type: public'}).replace('Quiet Meadow', 'Harbour').replace('en-US', 'de-DE'));
	await write('broken.yml', 'name: [');
	await write('notes.txt', 'no definition');
	const {definitions, total, languages} = await list();
	t.deepEqual([definitions.map(({key}) => key), total, languages], [['harbour', 'meadow'], 2, ['de-DE', 'en-US']]);
	const keysOf = async (wanted: Partial<ListDefinitions>) => (await list(wanted)).definitions.map(({key}) => key);
	t.deepEqual(await keysOf({search: 'MEADOW'}), ['meadow']);
	t.deepEqual(await keysOf({language: 'de-DE'}), ['harbour']);
	t.deepEqual(await keysOf({privacy: 'private', type: 'series'}), ['meadow']);
	t.deepEqual(await keysOf({categories: [2000, 5040]}), ['harbour', 'meadow']);
	t.deepEqual(await keysOf({categories: [2000, 5070]}), [], 'all that are chosen must be there');
	t.deepEqual(await keysOf({page: 2, limit: 1}), ['meadow']);
	const {definitions: faulty} = await list({faulty: true});
	t.like(faulty, [{key: 'broken', entry: null}]);
	t.true((faulty[0]?.faults.length ?? 0) > 0);
	t.is(asked.length, 3, 'each file is read once');
	await write('large.yml', `a: ${'x'.repeat(300_000)}`);
	await write('odd name.yml', definitionText());
	t.deepEqual((await list({faulty: true})).definitions.map(({key, faults}) => [key, faults[0]?.reason]).slice(1), [
		['large', 'is no file that can be read, or larger than 256 KiB'],
		['odd name', 'does not have the name of a definition, which may contain letters, digits, dots, - and _'],
	]);

	await rm(folder, {recursive: true});
	t.deepEqual(await list(), {definitions: [], total: 0, languages: []}, 'there may be no folder');
});

test('sites with movies or series come first, and all filters count together', async t => {
	const {write, list} = await withFolder(t);
	const made = (name: string, cats: string, {type = 'private', language = 'en-US'} = {}) =>
		write(
			`${name}.yml`,
			definitionText({
				head: `type: ${type}`,
				caps: `categorymappings: [${cats
					.split(' ')
					.map((cat, id) => `{id: ${id}, cat: ${cat}}`)
					.join(', ')}]\nmodes: {search: [q]}`,
			})
				.replace('Quiet Meadow', name)
				.replace('en-US', language),
		);
	await made('apples', 'Books');
	await made('berries', 'TV/Anime Movies/HD', {language: 'de-DE'});
	await made('cherries', 'Movies/HD', {language: 'de-DE', type: 'public'});
	// The field's name of the category of adult sites.
	await made('dates', 'XXX');
	await made('elder', 'Movies/UHD TV/Anime');
	const keysOf = async (wanted: Partial<ListDefinitions>) => (await list(wanted)).definitions.map(({key}) => key);
	t.deepEqual(await keysOf({}), ['berries', 'cherries', 'elder', 'apples']);
	t.deepEqual(await keysOf({adult: true}), ['berries', 'cherries', 'elder', 'apples', 'dates']);
	t.deepEqual(await keysOf({page: 2, limit: 3}), ['apples']);
	const some: Partial<ListDefinitions> = {language: 'de-DE', type: 'movies'};
	t.deepEqual(await keysOf(some), ['berries', 'cherries']);
	t.deepEqual(await keysOf({...some, privacy: 'private'}), ['berries']);
	t.deepEqual(await keysOf({...some, privacy: 'private', categories: [2000, 5070], search: 'made-up'}), ['berries']);
	t.deepEqual(await keysOf({...some, privacy: 'private', categories: [2000, 5070], search: 'cherries'}), []);
	const {total, languages} = await list({...some, limit: 1});
	t.deepEqual([total, languages], [2, ['de-DE', 'en-US']]);
});

test('a site is shown with what it asks for, in words without HTML', async t => {
	const {write, show} = await withFolder(t);
	const settings =
		'- name: username\n  type: text\n  label: "<b>Your</b> name<script>x</script>"\n- name: password\n  type: password\n  label: Password\n- name: about\n  type: info\n  label: About\n  default: See the <b>rules</b>';
	await write('meadow.yml', definitionText({settings}));
	const {entry, settings: shown} = await show('meadow');
	t.is(entry?.name, 'Quiet Meadow');
	t.like(shown, [
		{name: 'username', label: 'Your name x'},
		{name: 'password', type: 'password'},
		{name: 'about', default: 'See the rules'},
	]);
	await t.throwsAsync(show('elsewhere'), {code: 'definition_not_found'});
	await t.throwsAsync(show('../meadow'), {code: 'definition_not_found'});
});

test('a site whose file could not be read in time is read again some minutes later', async t => {
	const {folder, write} = await withFolder(t);
	await write('meadow.yml', definitionText());
	const thread = createDefinitionThread();
	t.teardown(() => thread.close());
	let isBusy = true;
	const ask: typeof thread.ask = async (kind, question) => {
		if (isBusy) {
			throw new Unusable('reading it takes longer than 2 seconds');
		}
		return thread.ask(kind, question);
	};
	let milliseconds = 1_000_000;
	const definitions = createDefinitionFolder({dataDir: dirname(folder)});
	const catalogue = createDefinitionCatalogue({definitions, packaged: noPackage, thread: {ask}, now: () => milliseconds});
	const entryNow = async () => (await catalogue.list(run.signal))[0]?.entry?.name ?? null;
	t.is(await entryNow(), null);
	isBusy = false;
	t.is(await entryNow(), null, 'a file that is slow for good costs little');
	milliseconds += 10 * 60_000;
	t.is(await entryNow(), 'Quiet Meadow');
});
