import {chmodSync, mkdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {checkDataFolder, openDataFolder} from '#shared/start/data-folder.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;
const faultOf = (path: string) =>
	checkDataFolder(path)
		.problems.map(({message}) => message)
		.join();

test('a missing folder is created for its owner alone', t => {
	const path = join(tempFolder(t), 'a', 'b');
	t.is(faultOf(path), '');
	t.false(openDataFolder(path));
	t.is(modeOf(path), 0o700);
});

test('a folder that others can read is closed to them, once', t => {
	const path = tempFolder(t);
	chmodSync(path, 0o755);
	mkdirSync(join(path, 'logs'));
	t.is(faultOf(path), '');
	t.true(openDataFolder(path));
	t.is(modeOf(path), 0o700);
	t.false(openDataFolder(path));
});

test('a folder that holds only what was copied from another data folder is ours', t => {
	for (const name of ['backups', 'images', 'downloads', 'secret.key']) {
		const path = tempFolder(t);
		chmodSync(path, 0o755);
		if (name === 'secret.key') {
			writeFileSync(join(path, name), 'ab'.repeat(32));
		} else {
			mkdirSync(join(path, name));
		}
		t.is(faultOf(path), '', name);
	}
});

test('a folder with the files of others keeps its mode, and is refused', t => {
	const path = tempFolder(t);
	chmodSync(path, 0o755);
	writeFileSync(join(path, 'thesis.txt'), '');
	t.regex(faultOf(path), /not ours.*chmod 700/);
	t.is(modeOf(path), 0o755);
	chmodSync(path, 0o700);
	t.is(faultOf(path), '');
});

test('files, and folders of the kernel, are refused at once', t => {
	const file = join(tempFolder(t), 'file');
	writeFileSync(file, '');
	t.regex(faultOf(file), /is a file/);
	t.regex(faultOf(join(file, 'below')), /is a file/);
	if (process.platform === 'linux') {
		t.regex(faultOf('/proc/kinoteka/data'), /below \/proc/);
		t.regex(faultOf('/sys/kinoteka'), /below \/sys/);
	}
});

test('a secret key of the wrong form is told before anything is started', t => {
	const path = tempFolder(t);
	writeFileSync(join(path, 'secret.key'), 'abc\n');
	t.regex(faultOf(path), /64 hexadecimal digits/);
});
