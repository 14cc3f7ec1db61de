import test from 'ava';
import fc from 'fast-check';
import {parseGroup} from '#shared/domain/release/group.ts';
import {parseHardcodedSubs, parseLanguages} from '#shared/domain/release/languages.ts';
import {parseEdition, parseHash} from '#shared/domain/release/parse-tags.ts';
import {parseQuality} from '#test/helpers/parse-quality.ts';
import {processorMsOf} from '#test/helpers/processor-ms.ts';

const readers = [(name: string) => parseQuality(name, null), parseLanguages, parseGroup, parseEdition, parseHash, parseHardcodedSubs];
const pieces = [
	'-',
	'[',
	'(',
	']',
	'1',
	'.',
	' ',
	'a-',
	'[a]',
	'(a',
	'-rp',
	'-1',
	'www.a.',
	'german.sub.',
	'extended ',
	'web dl ',
	'proper.real.',
	'[12345678]',
	'x264-a',
	' - a]',
	'İ',
	'\ud800',
];

/** The best of several, as the collector of garbage may come in any one. */
function fastest(name: string): number {
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; best >= 50 && round < 10; round++) {
		const took = processorMsOf(() => {
			for (const read of readers) {
				read(name);
			}
		});
		best = Math.min(best, took);
	}
	return best;
}

test('ten thousand characters of any one piece are read in a few milliseconds', t => {
	for (const piece of pieces) {
		for (const name of [piece.repeat(10_000 / piece.length), `Harbour.2019.1080p.${piece.repeat(10_000 / piece.length)}-TERN`]) {
			t.true(fastest(name) < 50, JSON.stringify(piece));
		}
	}
});

test('no name makes a reader throw', t => {
	const word = fc.oneof(
		fc.constantFrom(...pieces, 'S01E01', '1080p', 'BluRay', 'REMUX', 'DL', '2019'),
		fc.string({unit: 'binary', maxLength: 8}),
	);
	fc.assert(
		fc.property(fc.array(word, {maxLength: 40}), words => {
			for (const read of readers) {
				read(words.join('.'));
			}
		}),
		{numRuns: 300},
	);
	t.pass();
});
