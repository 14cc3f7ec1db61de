import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {readDotEnv} from '#config/dot-env.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const known = ['HOST', 'PORT', 'DATA_DIR', 'METADATA_API_KEY', 'SECRET_KEY', 'SECRET_KEY_FILE'];

function read(t: ExecutionContext, content: string | Buffer) {
	const path = join(tempFolder(t), '.env');
	writeFileSync(path, content);
	const {values, wrongValues} = readDotEnv(path, known);
	return {values, reported: wrongValues.map(({message}) => message)};
}

test('quotes, export, comments and the line ends of Windows are understood', t => {
	const text = '# a comment\r\nHOST="0.0.0.0" # all\r\nexport PORT=\'80\'\r\nDATA_DIR = /srv/a b\r\n';
	t.deepEqual(read(t, text), {values: {HOST: '0.0.0.0', PORT: '80', DATA_DIR: '/srv/a b'}, reported: []});
});

test('a byte order mark and UTF-16 do not hide the first line', t => {
	const text = 'PORT=80\r\nHOST=::1\r\n';
	const values = {PORT: '80', HOST: '::1'};
	t.deepEqual(read(t, `\uFEFF${text}`), {values, reported: []});
	t.deepEqual(read(t, Buffer.from(`\uFEFF${text}`, 'utf16le')), {values, reported: []});
	t.deepEqual(read(t, Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), {values, reported: []});
});

test('names that are nearly ours are reported, and names of others are left alone', t => {
	const {reported} = read(t, 'METADATA_API_KEI=a\nport=8080\nSECRETKEY=b\nPUID=1000\nTZ=Europe/Berlin\nCOMPOSE_PROFILES=standby\n');
	t.is(reported.length, 3);
	t.regex(reported.join('\n'), /"METADATA_API_KEI" is unknown\. If METADATA_API_KEY is meant/);
	t.regex(reported.join('\n'), /"port" is unknown\. If PORT is meant/);
	t.regex(reported.join('\n'), /"SECRETKEY" is unknown\. If SECRET_KEY is meant/);
});

test('a line of ours without an equals sign is reported', t => {
	const {values, reported} = read(t, 'PORT: 8080\nHOST 0.0.0.0\nDATA_DIR=/srv\n# SECRET_KEY is elsewhere\n');
	t.deepEqual(values, {DATA_DIR: '/srv'});
	t.deepEqual(reported, [
		'.env: the line of PORT has another form than PORT=value. Correct it.',
		'.env: the line of HOST has another form than HOST=value. Correct it.',
	]);
});

test('no file, and a folder of that name, are no fault', t => {
	const folder = tempFolder(t);
	t.deepEqual(readDotEnv(join(folder, '.env'), known), {values: {}, wrongValues: []});
	mkdirSync(join(folder, '.env'));
	t.deepEqual(readDotEnv(join(folder, '.env'), known), {values: {}, wrongValues: []});
});
