import test from 'ava';
import {asPattern, indexPhrases, listed, phraseAt} from '#shared/domain/release/quality/phrases.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

const index = indexPhrases([
	['web dl', 'stream'],
	['web', 'any'],
	['hd dvd rip', 'rip'],
]);

test('a gap of a spelling may be any gap or none', t => {
	for (const name of ['web-dl', 'WEB.DL', 'WEBDL']) {
		t.is(phraseAt(index, splitWords(name), 0)?.value, 'stream');
	}
	for (const name of ['hd-dvd-rip', 'HDDVDRip', 'HD-DVDRip', 'HDDVD Rip']) {
		t.is(phraseAt(index, splitWords(name), 0)?.value, 'rip');
	}
});

test('the longest phrase wins', t => {
	t.deepEqual(phraseAt(index, splitWords('web dl'), 0), {value: 'stream', length: 2});
	t.deepEqual(phraseAt(index, splitWords('web rip'), 0), {value: 'any', length: 1});
	t.is(phraseAt(index, splitWords('a web'), 0), null);
});

test('a cell lists its entries', t => {
	t.deepEqual(listed('a b, c'), ['a b', 'c']);
	t.deepEqual(listed(''), []);
});

test('entries become a pattern with the longest first and nothing of theirs read as an expression', t => {
	t.is(asPattern(['a.b', 'tern*', 'x']), 'tern[a-z0-9]*|a\\.b|x');
});
