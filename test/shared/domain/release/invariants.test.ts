import test from 'ava';
import fc from 'fast-check';
import {parseTitle} from '#shared/domain/release/parse-title.ts';

const title = fc.constantFrom('Quiet Harbour', 'The Amber Mill', 'Stone Ferry', 'Low Lantern', 'Iron Orchard of Tarn', 'Тихая гавань');
const separator = fc.constantFrom('.', ' ', '_');
const two = fc.nat(99).map(number => String(number).padStart(2, '0'));

/** Words with a number that speaks of anything but an episode. */
const codec = fc.constantFrom('x264', 'x265', 'X264', 'H.264', 'H.265', 'h264', 'H-265', 'AV1', 'MPEG2', 'MPEG-4', 'VP9', 'VC-1');
const picture = fc.constantFrom(
	'480p',
	'576p',
	'720p',
	'1080p',
	'1080i',
	'2160p',
	'1920x1080',
	'1280x720',
	'4K',
	'10bit',
	'10-bit',
	'8bit',
	'Hi10P',
	'HDR10',
);
const sound = fc.constantFrom(
	'AAC2.0',
	'DD5.1',
	'DDP5.1',
	'AC3 5.1',
	'DTS 5.1x2',
	'DTS-HD MA 7.1',
	'TrueHD 7.1',
	'FLAC 2.0',
	'6CH',
	'5.1',
	'Opus 5.1',
	'EAC3',
);
const rate = fc.constantFrom('60fps', '23.976fps', '640kbps', '48kHz', '700MB', '1.4GB', '4.37 GB');
const medium = fc.constantFrom('WEB-DL', 'BluRay', 'HDTV', 'DVD9', 'BD50', 'WEBRip', 'Disc 2 of 3', 'CD1');
const technical = fc.oneof(codec, picture, sound, rate, medium);
const signature = fc.constantFrom('-TERN', '-S04', '-E07', '-2HD', '-3x05', '-4K4U', ' [0A1B2C3D]', ' [12345678]', '');
const year = fc.integer({min: 1895, max: 2049}).map(String);
const tail = fc.tuple(fc.array(technical, {minLength: 1, maxLength: 6}), signature);

function join(parts: readonly string[], mark: string): string {
	return parts.map(part => part.replaceAll(' ', mark)).join(mark);
}

const runs = {numRuns: 1500};

test('numbers of codec, picture, sound, rate, size, disc, year, checksum and group make no film a series', t => {
	fc.assert(
		fc.property(title, separator, year, tail, (name, mark, made, [words, end]) => {
			// A group is known by the codec or the source before it.
			const film = `${join([name, made, ...words, 'BluRay', 'x264'], mark)}${end}`;
			t.is(parseTitle(film, {mode: 'tv'}), null, film);
		}),
		runs,
	);
});

test('nor do they become further episodes or another season', t => {
	fc.assert(
		fc.property(title, separator, fc.tuple(two, two), tail, (name, mark, [season, episode], [words, end]) => {
			const single = `${join([name, `S${season}E${episode}`, ...words, 'x264'], mark)}${end}`;
			t.like(parseTitle(single, {mode: 'tv'}), {season: Number(season), episodes: [Number(episode)], fullSeason: false}, single);
			// A disc is a part of a season, and not all of it.
			const rest = words.filter(word => !/^(?:Disc|CD)/.test(word));
			const pack = `${join([name, `S${season}`, ...rest, 'x264'], mark)}${end}`;
			t.like(parseTitle(pack, {mode: 'tv'}), {season: Number(season), episodes: [], fullSeason: true}, pack);
		}),
		runs,
	);
});

test('a plain number behind an episode, which is not the next, is no end of a list', t => {
	fc.assert(
		fc.property(title, separator, fc.integer({min: 1, max: 40}), fc.integer({min: 2, max: 50}), (name, mark, episode, further) => {
			const second = String(episode + further).padStart(2, '0');
			const written = join([name, `S01E${String(episode).padStart(2, '0')}`, second, '720p', 'HDTV'], mark);
			t.deepEqual(parseTitle(written, {mode: 'tv'})?.episodes, [episode], written);
		}),
		runs,
	);
});

test('a list of episodes rises and is at most sixty wide, whatever the name', t => {
	const piece = fc.oneof(
		fc.constantFrom(
			'S01',
			'E05',
			'S01E02',
			'1x05',
			'-',
			'~',
			' - ',
			'.',
			' ',
			'_',
			'&',
			'+',
			',',
			' to ',
			' bis ',
			' à ',
			'Ep',
			'Season ',
			'Episodes ',
			'Cap.',
			'серии ',
			' of ',
			' из ',
		),
		fc.nat(9999).map(String),
		two,
		technical,
	);
	fc.assert(
		fc.property(fc.array(piece, {minLength: 2, maxLength: 14}), pieces => {
			const written = `Quiet Harbour ${pieces.join('')}`;
			const episodes = parseTitle(written, {mode: 'tv'})?.episodes ?? [];
			t.true(
				episodes.every((number, at) => at === 0 || number > episodes[at - 1]!),
				written,
			);
			t.true(episodes.length === 0 || episodes.at(-1)! - episodes[0]! <= 60, written);
		}),
		{numRuns: 4000},
	);
});

test('an episode whose number stands in brackets is no full season', t => {
	const brackets = fc.constantFrom(['[', ']'], ['(', ')']);
	const wording = fc.constantFrom('S0', 'Season ', 'S');
	fc.assert(
		fc.property(
			title,
			wording,
			fc.integer({min: 1, max: 9}),
			fc.integer({min: 11, max: 26}),
			brackets,
			(name, word, season, episode, [open, close]) => {
				for (const written of [
					`[Tern] ${name} ${word}${season} ${open}${episode}${close}[1080p]`,
					`[Tern] ${name} (${word}${season}) - ${episode} [1080p]`,
				]) {
					t.is(parseTitle(written, {mode: 'tv'})?.fullSeason, false, written);
				}
			},
		),
		runs,
	);
});
