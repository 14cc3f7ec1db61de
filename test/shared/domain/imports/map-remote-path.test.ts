import test from 'ava';
import {mapRemotePath} from '#shared/domain/imports/map-remote-path.ts';

const mappings = [
	{host: 'seedbox.test', remotePath: '/data/', localPath: '/mnt/box'},
	{host: 'seedbox.test', remotePath: '/data/films', localPath: '/mnt/films/'},
	{host: 'windows.test', remotePath: 'D:\\Downloads\\', localPath: '/mnt/win'},
	{host: 'share.test', remotePath: '\\\\nas\\done', localPath: '/mnt/nas'},
	{host: 'root.test', remotePath: '/', localPath: '/mnt/all'},
];
const maps = test.macro({
	title: (_, host: string | null, path: string, expected: string) => `${path} of ${host} is seen at ${expected}`,
	exec(t, host: string | null, path: string, expected: string) {
		t.is(mapRemotePath(mappings, host, path), expected);
	},
});

test(maps, 'seedbox.test', '/data/a/b', '/mnt/box/a/b');
test(maps, 'SeedBox.test', '/data/films/a', '/mnt/films/a');
test(maps, 'seedbox.test', '/data/films-old/a', '/mnt/box/films-old/a');
test(maps, 'seedbox.test', '/data', '/mnt/box');
test(maps, 'seedbox.test', '/database/a', '/database/a');
test(maps, 'other.test', '/data/a', '/data/a');
test(maps, null, '/data/a', '/data/a');
test(maps, 'windows.test', 'd:\\downloads\\Film\\a.mkv', '/mnt/win/Film/a.mkv');
test(maps, 'windows.test', 'D:/Downloads/Film', '/mnt/win/Film');
test(maps, 'share.test', '\\\\NAS\\done\\Film', '/mnt/nas/Film');
test(maps, 'root.test', '/anything/here', '/mnt/all/anything/here');
