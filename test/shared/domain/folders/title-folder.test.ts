import test from 'ava';
import {
	createFolderClaims,
	filmFolder,
	folderOfFile,
	isVersionFolder,
	movedFolder,
	namesakeFolders,
} from '#shared/domain/folders/title-folder.ts';

test('the folder of a film is not that of its disc', t => {
	const rows: [string, string][] = [
		['Film (2001)/Film.mkv', 'Film (2001)'],
		['F/Film (2001)/Film.mkv', 'F/Film (2001)'],
		['Film (2001)/CD1/Film.avi', 'Film (2001)'],
		['Film (2001)/Disc 2/BDMV/STREAM/00001.m2ts', 'Film (2001)'],
		['Film (2001)/VIDEO_TS/VTS_01_1.VOB', 'Film (2001)'],
		['CD1/Film.avi', 'CD1'],
		['Film.mkv', ''],
	];
	for (const [relative, folder] of rows) {
		t.is(filmFolder(relative), folder, relative);
	}
});

test('a folder keeps its place below another root folder', t => {
	const moved = (path: string, root: string) => movedFolder({path, rootFolderPath: '/films'}, root);
	t.is(moved('/films/F/Film', '/more/films'), '/more/films/F/Film');
	t.is(moved('/elsewhere/Film', '/more'), '/more/Film');
	t.is(moved('/films/Film', '/'), '/Film');
});

test('the folder of a file is that of its title if it lies in it', t => {
	t.is(folderOfFile('/films/Film/Season 1/a.mkv', '/films/Film'), '/films/Film');
	t.is(folderOfFile('/films/Film 2/a.mkv', '/films/Film'), '/films/Film 2');
	t.is(folderOfFile('/a.mkv', '/films/Film'), '/');
});

test('a namesake has an id in its name, which stays short enough for every file system', t => {
	t.deepEqual(namesakeFolders('/films/F/Film', {root: '/films', metaId: 7}), ['/films/F/Film {tmdb-7}', '/films/Film {tmdb-7}']);
	const [long = ''] = namesakeFolders(`/films/${'Ж'.repeat(127)}`, {root: '/films', metaId: 7});
	t.true(Buffer.byteLength(long.slice('/films/'.length)) <= 255);
	t.true(long.endsWith(' {tmdb-7}'));
});

test('a second version has the name of its library in its folder, and keeps it when folders are named again', t => {
	const [first = '', second = '', ...rest] = namesakeFolders('/films/F/Film', {root: '/films', metaId: 7, library: ' 4K: [new]/'});
	t.is(first, '/films/F/Film [4K - new+]');
	t.is(second, '/films/F/Film {tmdb-7}');
	t.is(rest.length, 2);
	t.true(isVersionFolder(first, '/films/F/Film'));
	for (const other of ['/films/F/Film', second, '/films/F/Film [a]/b]', '/films/F/Films [4K]', '/films/G/Film [4K]']) {
		t.false(isVersionFolder(other, '/films/F/Film'), other);
	}
	t.is(namesakeFolders('/films/F/Film', {root: '/films', metaId: 7, library: '[]'})[0], '/films/F/Film {tmdb-7}');
});

test('claimed folders are taken for what is in them and around them, not for what only begins like them', t => {
	const claims = createFolderClaims();
	claims.claim('/films/F/Film');
	const taken = ['/films/F/Film', '/films/F/Film/Extras', '/films/F', '/films'];
	const free = ['/films/F/Film 2', '/films/G', '/films/F/Fil'];
	t.deepEqual([...taken, ...free].filter(claims.isTaken), taken);
});
