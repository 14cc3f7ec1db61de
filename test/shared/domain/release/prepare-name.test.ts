import test from 'ava';
import {
	leadingNumber,
	longestName,
	prepareName,
	seasonOfFolder,
	splitExtension,
	splitPath,
	toPlainName,
} from '#shared/domain/release/prepare-name.ts';

test('a group in front is where the title does not begin', t => {
	t.like(prepareName('[Tern] Harbour - 01'), {start: 7, hasGroup: true});
	t.like(prepareName('[Tern][Harbour][01]'), {start: 6, hasGroup: true});
	t.like(prepareName('(Tern) Harbour - 01'), {start: 7, hasGroup: true});
	t.like(prepareName('Harbour - 01'), {start: 0, hasGroup: false});
});

test('technical numbers are blank in the text and stay in the name', t => {
	const {name, text} = prepareName('Harbour 720p 05');
	t.is(name, 'Harbour 720p 05');
	t.is(text, 'Harbour \u0001\u0001\u0001\u0001 05');
});

test('wide brackets, shapeless characters, long gaps and reversed names are made plain', t => {
	t.is(toPlainName('【Tern】Harbour'), '[Tern]Harbour');
	t.is(toPlainName('Harbour.\u200bS01E01'), 'Harbour.S01E01');
	t.is(toPlainName('Harbour----------S01'), 'Harbour---S01');
	t.is(toPlainName('p027.10E10S.ruobraH'), 'Harbour.S01E01.720p');
});

test('a name is read no further than the longest there is', t => {
	t.is(toPlainName('a'.repeat(10_000)).length, longestName);
});

test('only known extensions are taken off', t => {
	t.deepEqual(splitExtension('Harbour.S01E01.MKV'), {name: 'Harbour.S01E01', extension: '.mkv'});
	t.deepEqual(splitExtension('Road.2014.TS'), {name: 'Road.2014.TS', extension: null});
	t.deepEqual(splitExtension('Harbour.x264-TERN'), {name: 'Harbour.x264-TERN', extension: null});
});

test('a path comes apart at either slash, the nearest folder first', t => {
	t.deepEqual(splitPath('C:\\tv\\Harbour\\a.mkv'), {file: 'a.mkv', folders: ['Harbour', 'tv']});
	t.deepEqual(splitPath('/tv/Harbour/a.mkv'), {file: 'a.mkv', folders: ['Harbour', 'tv']});
	t.deepEqual(splitPath(''), {file: '', folders: []});
});

test('season folders and leading numbers are read', t => {
	t.is(seasonOfFolder('Season 02'), 2);
	t.is(seasonOfFolder('Staffel 3'), 3);
	t.is(seasonOfFolder('Specials'), 0);
	t.is(seasonOfFolder('Harbour'), null);
	t.is(seasonOfFolder(undefined), null);
	t.is(leadingNumber('05 - Name'), 5);
	t.is(leadingNumber('1205'), 1205);
	t.is(leadingNumber('1205 - Name'), null);
	t.is(leadingNumber('Name 05'), null);
});
