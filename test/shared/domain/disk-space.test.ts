import test from 'ava';
import {disksOf, type UsedFolder} from '#shared/domain/folders/disk-space.ts';
import type {FolderState} from '#shared/domain/folders/folder-state.ts';

const gib = 1024 ** 3;
const keepFree = gib / 10;
const folder = (path: string, state: Partial<FolderState> = {}): UsedFolder & FolderState => ({
	path,
	use: 'rootFolder',
	names: [],
	accessible: true,
	freeSpace: 500 * gib,
	totalSpace: 1000 * gib,
	device: '1',
	...state,
});

test('folders of one file system are one disk, and what needs a look comes first', t => {
	const disks = disksOf(
		[
			folder('/films'),
			folder('/series'),
			folder('/backups', {device: '2', freeSpace: gib / 20, totalSpace: 100 * gib}),
			{...folder('/slow', {accessible: false, freeSpace: null, totalSpace: null, device: null}), answering: false},
			folder('/away', {accessible: false, freeSpace: null, totalSpace: null, device: null}),
			folder('/unnamed', {device: null}),
		],
		keepFree,
	);
	t.deepEqual(
		disks.map(({level, folders}) => [level, folders.map(({path}) => path)]),
		[
			['unreachable', ['/away']],
			['silent', ['/slow']],
			['full', ['/backups']],
			['ok', ['/films', '/series']],
			['ok', ['/unnamed']],
		],
	);
});

test('a disk is low when little is left of it, whatever its size', t => {
	const levelOf = (freeGib: number, totalGib: number) =>
		disksOf([folder('/a', {freeSpace: freeGib * gib, totalSpace: totalGib * gib})], keepFree)[0]?.level;
	t.is(levelOf(9, 20), 'low');
	t.is(levelOf(11, 20), 'ok');
	t.is(levelOf(40, 1000), 'low');
	t.is(levelOf(60, 1000), 'ok');
	t.is(levelOf(300, 10_000), 'ok', 'three percent of much are much');
});
