import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test from 'ava';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import type {secretVariables} from '#config/secret-files.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const values: Record<(typeof secretVariables)[number], string> = {
	MONGODB_URI: 'mongodb://user:word@host/kinoteka',
	REDIS_URL: 'redis://:word@host:6379/0',
	ADMIN_PASSWORD: 'a password of words',
	API_KEY: 'k'.repeat(20),
	METADATA_API_KEY: 'provider-key',
	SECRET_KEY: 'a'.repeat(64),
	METRICS_TOKEN: 'm'.repeat(16),
};

test('each secret can come from a file, with a line end or without', t => {
	const folder = tempFolder(t);
	const files = Object.entries(values).map(([name, value], index) => {
		const file = join(folder, name);
		writeFileSync(file, index % 2 === 0 ? value : `${value}\n`);
		return [`${name}_FILE`, file];
	});
	t.deepEqual(loadConfig(Object.fromEntries(files)), loadConfig(values));
});

test('an empty file counts as none, and a variable may stand beside it', t => {
	const {SECRET_KEY} = values;
	t.is(loadConfig({SECRET_KEY_FILE: '/dev/null'}).secretKey, null);
	t.is(loadConfig({SECRET_KEY_FILE: '/dev/null', SECRET_KEY}).secretKey, SECRET_KEY);
	t.is(loadConfig({SECRET_KEY_FILE: '', SECRET_KEY}).secretKey, SECRET_KEY);
});

test('what is no file is not read, because that may never end', t => {
	const pipe = join(tempFolder(t), 'pipe');
	execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
	for (const [file, why] of [
		[pipe, 'it is not a file'],
		['/dev/zero', 'it is not a file'],
		[dirname(pipe), 'it is not a file'],
	]) {
		const {message} = t.throws(() => loadConfig({SECRET_KEY_FILE: file}), {instanceOf: WrongConfiguration});
		t.true(message.includes(`"SECRET_KEY_FILE": ${file} cannot be used (${why})`), message);
	}
});

test('a file that cannot be read, two sources and a wrong value are reported together, without the value', t => {
	const folder = tempFolder(t);
	const file = join(folder, 'secret');
	writeFileSync(file, 'tell-nobody');
	const env = {SECRET_KEY_FILE: file, API_KEY_FILE: join(folder, 'missing'), METRICS_TOKEN: 'm'.repeat(16), METRICS_TOKEN_FILE: file};
	const {message} = t.throws(() => loadConfig(env), {instanceOf: WrongConfiguration});
	t.true(message.startsWith('The configuration has 3 problem(s)'));
	t.true(message.includes('"SECRET_KEY" must be'));
	t.regex(message, /"API_KEY_FILE": \S+missing cannot be used \(ENOENT\)\. Name a file/);
	t.true(message.includes('"METRICS_TOKEN" and "METRICS_TOKEN_FILE" are both set: remove one of them'));
	t.false(message.includes('tell-nobody'));
});
