import test from 'ava';
import {isSystemFolder} from '#shared/domain/folders/root-folder-path.ts';

test('folders of the operating system are told from those for media', t => {
	for (const path of ['/', '/etc', '/etc/movies', '/proc/self/cwd', '/usr/share', '/var', '/root']) {
		t.true(isSystemFolder(path), path);
	}
	for (const path of [
		'/media',
		'/mnt/etc',
		'/run/media/vera/disk',
		'/var/media',
		'/home/vera/films',
		'/etcetera',
		'/root/films',
		'/srv/tv',
	]) {
		t.false(isSystemFolder(path), path);
	}
});
