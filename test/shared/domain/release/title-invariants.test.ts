import test from 'ava';
import fc from 'fast-check';
import {parseTitle} from '#shared/domain/release/parse-title.ts';

const title = fc.constantFrom('Quiet Harbour', 'The Amber Mill', 'Stone Ferry', 'Low Lantern', 'Iron Orchard of Tarn', 'Тихая гавань');
const separator = fc.constantFrom('.', ' ', '_');
const words = fc.array(fc.constantFrom('720p', '1080p', 'HDTV', 'WEB-DL', 'x264', 'BluRay'), {maxLength: 3});

test('a title is never empty, and swallows no word of the release, on whatever side of the number that stands', t => {
	const number = fc.constantFrom('S01E05', 'S03', '2x07', '2019.05.14', 'Season 2 Episode 4', 'S01E02-E04');
	fc.assert(
		fc.property(title, separator, number, words, (name, mark, reported, release) => {
			const written = [name, ...release, reported, 'DTS', 'TERN'].join(' ').replaceAll(/[. ]/g, mark);
			t.is(parseTitle(written, {mode: 'tv'})?.title, name, written);
		}),
		{numRuns: 1500},
	);
});
