import test from 'ava';
import {isSecretFolder, isSystemFolder} from '#shared/domain/folders/root-folder-path.ts';

test('folders of the operating system are told from those for media', t => {
	for (const path of [
		'/',
		'/etc',
		'/etc/movies',
		'/proc/self/cwd',
		'/usr/share',
		'/var',
		'/root',
		'/run/secrets',
		'/var/lib/mongodb/journal',
	]) {
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
		'/usr/home/vera/films',
		'/var/home/vera/films',
		'/var/lib/transmission/downloads',
		'/srv/tv',
	]) {
		t.false(isSystemFolder(path), path);
	}
});

test('folders that hold keys and settings of programs are told from those for media', t => {
	for (const path of [
		'/root/.ssh',
		'/root/.config/gh',
		'/home/vera/.mozilla',
		'/var/home/vera/.local',
		'/config/.ssh/keys',
		'/mnt/backup/.gnupg',
	]) {
		t.true(isSecretFolder(path), path);
	}
	for (const path of ['/home/vera/films', '/mnt/disk/.films', '/home/.films', '/media/ssh', '/root/films/.hidden']) {
		t.false(isSecretFolder(path), path);
	}
});
