import test from 'ava';
import {leadingNumber, seasonOfFolder, splitExtension, splitPath} from '#shared/domain/release/path-name.ts';

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
