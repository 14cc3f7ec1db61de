import test from 'ava';
import {libraryOfFolder} from '#shared/domain/folders/root-folder-path.ts';
import {hasTag, isForTitle, joinTags, labelsAmong, toLabel, toLabels, untagged} from '#shared/domain/media/tags.ts';

test('labels are folded to small letters, digits and hyphens', t => {
	const rows = [
		['Für Kinder', 'fur-kinder'],
		['  4K  HDR! ', '4k-hdr'],
		['Straße', 'strasse'],
		['anime', 'anime'],
		['--a--b--', 'a-b'],
		['Фильмы', ''],
		['…', ''],
	] as const;
	for (const [text, label] of rows) {
		t.is(toLabel(text), label, text);
		t.is(toLabel(toLabel(text)), label, 'a label is its own label');
	}
	t.deepEqual(toLabels(['Kids', 'kids', '…', '4K']), ['4k', 'kids']);
});

test('a tag of a record is a library by id or name, or a label, whatever the spelling', t => {
	const library = {id: 'library-1', name: 'Für Kinder'};
	const titles = {none: untagged, inLibrary: {library, labels: []}, labelled: {library: null, labels: ['fur-kinder']}};
	const rows: [tags: string[], none: boolean, inLibrary: boolean, labelled: boolean][] = [
		[[], true, true, true],
		[['für kinder '], false, true, true],
		[['fur-kinder'], false, false, true],
		[['LIBRARY-1'], false, true, false],
		[['other', 'Für Kinder'], false, true, true],
		[['Фильмы'], false, false, false],
		[[''], false, false, false],
	];
	for (const [tags, ...expected] of rows) {
		const found = [titles.none, titles.inLibrary, titles.labelled].map(title => isForTitle(tags, title));
		t.deepEqual(found, expected, tags.join());
		t.is(hasTag(tags, titles.none), false);
	}
	t.true(isForTitle(['Фильмы'], {library: {id: 'l', name: 'фильмы'}, labels: []}), 'libraries may have any name');
});

test('the tags of a record that name no library are labels', t => {
	const libraries = [{id: 'library-1', name: 'Für Kinder'}];
	t.deepEqual(labelsAmong(['für kinder', 'library-1', '4K', 'Фильмы'], libraries), ['4k']);
});

test('the tags of a title are those of people and of rules', t => {
	t.deepEqual(joinTags(['Kids', 'b'], ['b', 'a']), {tags: ['a', 'b', 'kids'], ownTags: ['b', 'kids'], ruleTags: ['a', 'b']});
});

test('a folder belongs to the enabled library of the nearest root folder', t => {
	const rootFolders = [
		{id: 'all', path: '/media'},
		{id: 'films', path: '/media/films'},
		{id: 'beside', path: '/media/films-4k'},
	];
	const library = (id: string, rootFolderId: string, overrides = {}) => ({
		id,
		type: 'movies' as const,
		enabled: true,
		rootFolderId,
		...overrides,
	});
	const of = (folder: string, libraries: ReturnType<typeof library>[]) =>
		libraryOfFolder(folder, {kind: 'movies', libraries, rootFolders})?.id;
	const both = [library('wide', 'all'), library('near', 'films'), library('second', 'films')];
	t.is(of('/media/films', both), 'near');
	t.is(of('/media/films/new', both), 'near');
	t.is(of('/media/films-4k', both), 'wide');
	t.is(of('/elsewhere', both), undefined);
	t.is(of('/media/films', [library('shows', 'films', {type: 'tv'}), library('off', 'films', {enabled: false})]), undefined);
});
