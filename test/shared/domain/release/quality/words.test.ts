import test from 'ava';
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
