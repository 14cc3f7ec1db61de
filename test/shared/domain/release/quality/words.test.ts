import test from 'ava';
import {asPattern, indexPhrases, listed, phraseAt} from '#shared/domain/release/quality/phrases.ts';
import {charAfter, charBefore, isUpperCase, longestName, splitWords} from '#shared/domain/release/quality/words.ts';

test('words are apart wherever no letter and no digit stands', t => {
	t.deepEqual(splitWords('A.Quiet_Harbour - (2019) [WEB-DL]').lower, ['a', 'quiet', 'harbour', '2019', 'web', 'dl']);
	t.deepEqual(splitWords('Čas\u200b.léta【720p】').lower, ['čas', 'léta', '720p']);
});

test('a resolution is cut from the letters it is glued to', t => {
	t.deepEqual(splitWords('Bluray1080p.4Kto1080p.1080px265.Harbour2017').lower, [
		'bluray',
		'1080p',
		'4kto1080p',
		'1080p',
		'x265',
		'harbour2017',
	]);
});

test('a word knows its place and its spelling', t => {
	const words = splitWords('[REAL] proper');
	t.true(isUpperCase(words, 0));
	t.false(isUpperCase(words, 1));
	t.is(charBefore(words, 0), '[');
	t.is(charAfter(words, 0), ']');
	t.is(charAfter(words, 1), '');
});

test('what goes beyond the longest name is not read', t => {
	t.is(splitWords(`${'a '.repeat(longestName)}`).lower.length, longestName / 2);
});

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
