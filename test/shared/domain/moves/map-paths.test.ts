import test from 'ava';
import {folderAround, foreignPath, mapPath} from '#shared/domain/moves/map-paths.ts';

const mappings = [
	{from: '/movies', to: '/data/media/movies'},
	{from: '/movies/kids/', to: '/data/kids'},
	{from: 'D:\\Filme', to: '/data/films'},
	{from: '\\\\nas\\tv', to: '/'},
	{from: 'D:\\İzlenen', to: '/data/izlenen'},
];

const cases: Record<string, string | null> = {
	'/movies': '/data/media/movies',
	'/movies/': '/data/media/movies',
	'/movies//Paper Harbor (2010)/': '/data/media/movies/Paper Harbor (2010)',
	'/movies/kids/Mill (2011)': '/data/kids/Mill (2011)',
	'/movies-4k/Mill (2011)': null,
	'/Movies/Mill (2011)': null,
	'd:\\filme\\Mill (2011)': '/data/films/Mill (2011)',
	'D:/Filme/a/b': '/data/films/a/b',
	'E:\\Filme': null,
	'D:\\İzlenen\\Mill (2011)': '/data/izlenen/Mill (2011)',
	'\\\\NAS\\tv\\Quiet Mill': '/Quiet Mill',
	'/movies/../etc/passwd': null,
	'/movies/with\\backslash': '/data/media/movies/with\\backslash',
};

test('paths are mapped by whole segments, the longest mapping first, and never out of their folder', t => {
	for (const [path, expected] of Object.entries(cases)) {
		t.is(mapPath(path, mappings), expected, path);
	}
});

test('a path of Windows is compared without case and kept with slashes', t => {
	t.is(foreignPath('D:\\Filme\\'), 'D:/Filme');
	t.is(foreignPath('\\\\nas\\tv\\'), '//nas/tv');
	t.is(folderAround(foreignPath('d:\\FILME\\x'), ['D:/Filme', 'D:/']), 'D:/Filme');
	t.is(folderAround('/tv/x', ['/tvx', '/movies']), null);
});
