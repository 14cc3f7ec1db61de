import {spawnSync} from 'node:child_process';
import {chmodSync, chownSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
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
	t.regex(faultOf(path), /not ours\. Name a folder for this service alone, such as .*\/kinoteka\.$/);
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

test('the uppermost folder of a new disk is no folder of others', t => {
	const path = tempFolder(t);
	chmodSync(path, 0o755);
	mkdirSync(join(path, 'lost+found'));
	t.is(faultOf(path), '');
});

test('a link to a disk that is not mounted is reported, and nothing is made in its place', t => {
	const folder = tempFolder(t);
	symlinkSync(join(folder, 'disk'), join(folder, 'data'));
	t.regex(faultOf(join(folder, 'data')), /data is a link to something that does not exist/);
	t.regex(faultOf(join(folder, 'data', 'below')), /data is a link to something that does not exist/);
	t.deepEqual(readdirSync(folder), ['data']);
	mkdirSync(join(folder, 'disk'), {mode: 0o700});
	t.is(faultOf(join(folder, 'data')), '');
});

test('an opened folder was tried and has nothing of the try', t => {
	const path = join(tempFolder(t), 'data');
	openDataFolder(path);
	t.deepEqual(readdirSync(path), []);
	writeFileSync(join(path, 'file'), '');
	t.throws(() => openDataFolder(join(path, 'file', 'below')), {
		code: 'wrong_start',
		message: /DATA_DIR: .*below cannot be written \(ENOTDIR\)/,
	});
});

/** Runs a module with the rights of a user who is not root. */
function runAsNobody(script: string, ...args: string[]) {
	const options = {encoding: 'utf8', uid: 65_534, gid: 65_534, env: {}} as const;
	return spawnSync(process.execPath, ['--input-type=module', '--eval', script, ...args], options);
}

const importing = `import {checkDataFolder} from ${JSON.stringify(new URL('../../../shared/start/data-folder.ts', import.meta.url))};`;
// Only root can give files away, and the other user must be able to read our source.
const canRunAsNobody = process.getuid?.() === 0 && runAsNobody(importing).status === 0;
const testAsNobody = canRunAsNobody ? test : test.skip;
if (!canRunAsNobody) {
	console.warn('Skipping the files of an earlier start by root: that needs root, and a folder of Kinoteka that others may read.');
}

testAsNobody('files of an earlier start by root are told with the command that mends them', t => {
	const path = tempFolder(t);
	mkdirSync(join(path, 'mongodb', 'db'), {recursive: true});
	writeFileSync(join(path, 'mongodb', 'db', 'WiredTiger'), '', {mode: 0o600});
	for (const folder of [path, join(path, 'mongodb'), join(path, 'mongodb', 'db')]) {
		chownSync(folder, 65_534, 65_534);
	}
	const script = `${importing} console.log(checkDataFolder(process.argv[1]).problems.map(({message}) => message).join());`;
	const {stdout} = runAsNobody(script, path);
	t.regex(stdout, /cannot read and write .*mongodb\/db\/WiredTiger.*Run "chown -R 65534 /);
});

test('a secret key of the wrong form is reported before anything is started', t => {
	const path = tempFolder(t);
	writeFileSync(join(path, 'secret.key'), 'abc\n');
	t.regex(faultOf(path), /64 hexadecimal digits/);
});

testAsNobody('a volume that only its group can write is taken as it is, and one of another group is refused', t => {
	const script = `${importing.replace('{checkDataFolder}', '{checkDataFolder, openDataFolder}')}
		const [path] = process.argv.slice(1);
		const {problems} = checkDataFolder(path);
		console.log(problems.map(({message}) => message).join() || String(openDataFolder(path)));`;
	const tryWith = (mode: number, gid: number) => {
		const path = tempFolder(t);
		chownSync(path, 0, gid);
		chmodSync(path, mode);
		const {stdout} = runAsNobody(script, path);
		t.is(statSync(path).mode & 0o7777, mode);
		return stdout.trim();
	};
	t.is(tryWith(0o2770, 65_534), 'false');
	t.is(tryWith(0o770, 65_534), 'false');
	t.is(tryWith(0o2777, 65_534), 'false');
	t.regex(tryWith(0o777, 65_534), /belongs to another user/);
	t.regex(tryWith(0o2777, 65_533), /belongs to another user/);
	t.regex(tryWith(0o2750, 65_534), /cannot be written/);
});
