import {truncate} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {NotFound} from '#shared/errors.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {writeAt} from '#test/helpers/world/movie.ts';
import {movieHash} from '#workers/integrations/subtitles/movie-hash.ts';

const signal = new AbortController().signal;
const part = 65_536;

/** The same by adding single bytes with their carries, as on paper. */
function onPaper(bytes: Uint8Array): string {
	const sum = Array.from({length: 8}, (_, index) => Math.floor(bytes.length / 256 ** index) % 256);
	for (const half of [bytes.subarray(0, part), bytes.subarray(bytes.length - part)]) {
		for (let at = 0; at < part; at += 8) {
			let carry = 0;
			for (let digit = 0; digit < 8; digit++) {
				const total = (sum[digit] ?? 0) + (half[at + digit] ?? 0) + carry;
				sum[digit] = total % 256;
				carry = Math.floor(total / 256);
			}
		}
	}
	return sum
		.toReversed()
		.map(byte => byte.toString(16).padStart(2, '0'))
		.join('');
}

test('the hash is the size and the words of both ends, added up', async t => {
	const folder = tempFolder(t);
	for (const [size, byteAt] of [
		[2 * part, () => 0],
		[2 * part, () => 255],
		[2 * part + 1, (index: number) => (index * 31) % 256],
		[500_003, (index: number) => (index * index) % 251],
	] as const) {
		const bytes = Uint8Array.from({length: size}, (_, index) => byteAt(index));
		const path = await writeAt(join(folder, 'film.mkv'), bytes);
		const found = await movieHash(path, signal);
		t.is(found, onPaper(bytes));
		t.regex(found ?? '', /^[0-9a-f]{16}$/);
	}
});

test('a file of zeros has its size as hash, however large it is', async t => {
	const path = await writeAt(join(tempFolder(t), 'film.mkv'), '');
	await truncate(path, 20_000_000_000);
	t.is(await movieHash(path, signal), (20_000_000_000).toString(16).padStart(16, '0'));
});

test('a file that is too small has none, a missing one is reported', async t => {
	const path = await writeAt(join(tempFolder(t), 'film.mkv'), new Uint8Array(2 * part - 1));
	t.is(await movieHash(path, signal), null);
	await t.throwsAsync(movieHash(`${path}x`, signal), {instanceOf: NotFound});
	await t.throwsAsync(movieHash(path, AbortSignal.abort()));
});
