import test from 'ava';
import fc from 'fast-check';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import {processorMsOf} from '#test/helpers/processor-ms.ts';

const marks = [
	'-',
	'_',
	'.',
	' ',
	'[',
	'(',
	']',
	')',
	'((',
	'[a]',
	'(a)',
	'(a',
	'1',
	'12.',
	'1-',
	'01-',
	'- 01 ',
	'~1',
	'a-',
	'A.',
	'/',
	'a / ',
	'第',
	'第1话',
	'标/',
];
const keywords = [
	's1',
	'S01E01',
	'S01E01-',
	'e1',
	'1x01x',
	'part 1 ',
	'1of2 ',
	'episode ',
	'season 1-',
	'сезон 1 ',
	'cap.101_',
	'2012.',
	'2012.12.',
	'jan 1 2012 ',
	'01v2',
	'S01-S02E',
	'S1-22 ',
	'E01 E02',
	'S01 02 03 ',
	'1 сезон ',
	'Серии: 1 из ',
	'(Season 1) - ',
	'Cap.101 al ',
	'Disc 1 of ',
	'04.05.2018',
	'1994-2001',
	'x264-S04',
	'h264-a[b]',
	'{{a',
	'"a',
	'Тихий a ',
	'www.a.b - ',
	'5.1',
	'1080p',
	'dts-hd.ma.',
	'ova ',
	'aka ',
	'S2 ',
	'S2 - 05 ',
	' 2 of 12 ',
	'第二季 ',
	'Chapter 5 ',
	'Season 2, ',
	'S02 Part 2 ',
	'05.iz.16 ',
	'English.',
	'1984.German.',
	'special.extended.',
	'yEnc "a ',
	'[1/9] ',
	'a+',
	'OVA 2 ',
	'S2 Specials - ',
	'special edition ',
	'german.',
	'www.a.',
	'tt1234567',
	'{tmdb-1}',
	'complete season ',
	'-rp',
	'\u200b',
	'\ud800',
	'İ',
];
const modes: readonly TitleMode[] = ['tv', 'movie'];

/**
 * The best of at least three, as the collector of garbage may come in any one; a slow name stays slow.
 */
function fastest(name: string, mode: TitleMode): number {
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; round < 3 || (best >= 5 && round < 30); round++) {
		best = Math.min(
			best,
			processorMsOf(() => void parseTitle(name, {mode})),
		);
	}
	return best;
}

test('ten thousand characters of one piece take less than five milliseconds', t => {
	for (const piece of [...marks, ...keywords]) {
		for (const front of ['', 'Harbour.', '[Tern] Harbour - ', 'Harbour 2012 ']) {
			const name = front + piece.repeat(Math.ceil(10_000 / piece.length));
			for (const mode of modes) {
				const milliseconds = fastest(name, mode);
				t.true(milliseconds < 5, `${JSON.stringify(front + piece)} took ${milliseconds.toFixed(1)} ms as ${mode}`);
			}
		}
	}
});

test('nor does what stands between a title and its number', t => {
	for (const piece of [...marks, ...keywords]) {
		const name = `Harbour ${piece.repeat(Math.floor(560 / piece.length))} S01E05 720p`;
		for (const mode of modes) {
			const milliseconds = fastest(name, mode);
			t.true(milliseconds < 5, `${JSON.stringify(piece)} took ${milliseconds.toFixed(1)} ms as ${mode}`);
		}
	}
});

test('no mixture of brackets, separators, numbers and keywords throws or takes long', t => {
	const word = fc.oneof(fc.constantFrom(...marks, ...keywords), fc.string({unit: 'binary', maxLength: 6}), fc.nat(99_999).map(String));
	const name = fc.array(word, {maxLength: 60}).map(words => words.join(''));
	fc.assert(
		fc.property(name, fc.constantFrom(...modes), fc.boolean(), (text, mode, isPath) => {
			const parsed = parseTitle(text, {mode, isPath});
			return parsed === null || (parsed.titles[0] === parsed.title && parsed.episodes.every(Number.isInteger));
		}),
		{numRuns: 1500},
	);
	fc.assert(
		fc.property(
			fc.array(word, {minLength: 200, maxLength: 2000}),
			fc.constantFrom(...modes),
			(words, mode) => fastest(words.join(''), mode) < 5,
		),
		{numRuns: 60},
	);
	t.pass();
});
