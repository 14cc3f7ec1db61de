import test from 'ava';
import {asPattern, indexPhrases, listed, phraseAt} from '#shared/domain/release/quality/phrases.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

const index = indexPhrases([
	['web dl', 'stream'],
	['web', 'any'],
	['hd dvd rip', 'rip'],
]);

function firstPhrase(name: string) {
	const {lower} = splitWords(name);
	return phraseAt(index.get(lower[0]!) ?? [], lower, 0);
}

test('a gap of a spelling may be any gap or none', t => {
	for (const name of ['web-dl', 'WEB.DL', 'WEBDL']) {
		t.is(firstPhrase(name)?.value, 'stream');
	}
	for (const name of ['hd-dvd-rip', 'HDDVDRip', 'HD-DVDRip', 'HDDVD Rip']) {
		t.is(firstPhrase(name)?.value, 'rip');
	}
});

test('the longest phrase wins', t => {
	t.deepEqual(firstPhrase('web dl'), {value: 'stream', length: 2});
	t.deepEqual(firstPhrase('web rip'), {value: 'any', length: 1});
	t.is(firstPhrase('a web'), null);
});

test('a cell lists its entries', t => {
	t.deepEqual(listed('a b, c'), ['a b', 'c']);
	t.deepEqual(listed(''), []);
});

test('entries become a pattern with the longest first and nothing of theirs read as an expression', t => {
	t.is(asPattern(['a.b', 'tern*', 'x']), 'tern[a-z0-9]*|a\\.b|x');
});
