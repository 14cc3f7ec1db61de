import {createHash} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test from 'ava';
import {cachedProgram, fillCache, librariesOf, programEnvironment} from '#scripts/embedded/program-cache.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = {id: 'greeter', sha256: sha256('program'), libraries: {'libfoo.so': sha256('library')}};

const fetchBoth = (library: string) => (folder: string) => {
	const program = join(folder, 'got');
	writeFileSync(program, 'program');
	mkdirSync(librariesOf(program));
	writeFileSync(join(librariesOf(program), 'libfoo.so'), library);
	return Promise.resolve(program);
};

test('libraries come along with their program, and only this program gets them', async t => {
	const cache = tempFolder(t);
	const path = await fillCache(cache, entry, fetchBoth('library'));
	t.is(await cachedProgram(cache, entry), path);
	t.is(programEnvironment(path, {})['LD_LIBRARY_PATH'], librariesOf(path));
	t.deepEqual(programEnvironment(join(cache, 'another'), {}), {});
});

test('a library with another digest is refused, and a changed one is thrown away with its program', async t => {
	const cache = tempFolder(t);
	await t.throwsAsync(fillCache(cache, entry, fetchBoth('evil')), {code: 'program_hash_mismatch'});
	const path = await fillCache(cache, entry, fetchBoth('library'));
	writeFileSync(join(dirname(path), 'kinoteka-lib', 'libfoo.so'), 'changed');
	t.is(await cachedProgram(cache, entry), null);
});
