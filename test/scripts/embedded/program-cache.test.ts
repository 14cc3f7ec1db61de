import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {cachedProgram, cacheFolder, fillCache} from '#scripts/embedded/program-cache.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const text = '#!/bin/sh\necho hello\n';
const sha256 = createHash('sha256').update(text).digest('hex');
const entry = {id: 'greeter-1', sha256};

const fetchText = (content: string) => (folder: string) => {
	const path = join(folder, 'fetched');
	writeFileSync(path, content);
	return Promise.resolve(path);
};

test('what was fetched once is found again, executable', async t => {
	const cache = tempFolder(t);
	t.is(await cachedProgram(cache, entry), null);
	const path = await fillCache(cache, entry, fetchText(text));
	t.is(await cachedProgram(cache, entry), path);
	t.is(readFileSync(path, 'utf8'), text);
	t.is(statSync(path).mode & 0o111, 0o111);
	t.deepEqual(readdirSync(cache), ['greeter-1']);
});

test('two starts that fetch at once share one copy', async t => {
	const cache = tempFolder(t);
	const paths = await Promise.all([1, 2, 3].map(() => fillCache(cache, entry, fetchText(text))));
	t.is(new Set(paths).size, 1);
	t.deepEqual(readdirSync(cache), ['greeter-1']);
});

test('a program with another digest is refused and not kept', async t => {
	const cache = tempFolder(t);
	await t.throwsAsync(fillCache(cache, entry, fetchText('#!/bin/sh\necho evil\n')), {code: 'program_hash_mismatch'});
	t.deepEqual(readdirSync(cache), []);
});

for (const known of [sha256, null]) {
	test(`a cached program that was changed is thrown away (${known === null ? 'digest noted' : 'digest known'})`, async t => {
		const cache = tempFolder(t);
		const path = await fillCache(cache, {id: 'greeter', sha256: known}, fetchText(text));
		writeFileSync(path, 'something else');
		t.is(await cachedProgram(cache, {id: 'greeter', sha256: known}), null);
		t.deepEqual(readdirSync(cache), []);
	});
}

test('a fetch that fails leaves nothing behind', async t => {
	const cache = tempFolder(t);
	await t.throwsAsync(
		fillCache(cache, entry, () => Promise.reject(new Error('no network'))),
		{message: 'no network'},
	);
	t.deepEqual(readdirSync(cache), []);
});

test('the cache lies where the environment says', t => {
	t.is(cacheFolder({KINOTEKA_CACHE: '/srv/programs'}), '/srv/programs');
	t.is(cacheFolder({XDG_CACHE_HOME: '/srv/cache'}), '/srv/cache/kinoteka');
	t.true(cacheFolder({}).endsWith('/.cache/kinoteka'));
});
