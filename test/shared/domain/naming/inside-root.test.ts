import test from 'ava';
import fc from 'fast-check';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import {defaultMovieNaming, moviePath, type NamedMovie} from '#shared/domain/naming/movie-path.ts';

const movie: NamedMovie = {
	title: 'The Paper: Harbor',
	originalTitle: 'Der Hafen',
	year: 2019,
	metaId: 603,
	imdbId: 'tt0133093',
	certification: 'PG',
};
const file: NamedFile = {
	quality: 'WEBDL-1080p',
	revision: {version: 1, real: 0},
	repack: false,
	group: 'KITE',
	edition: 'Extended',
	customFormats: ['HDR', 'Atmos'],
	mediaInfo: {
		videoCodec: 'h265',
		audioCodec: 'EAC3',
		audioChannels: 5.1,
		resolution: '1920x1080',
		videoBitDepth: 10,
		dynamicRange: 'HDR10',
		audioLanguages: ['en', 'de'],
		subtitleLanguages: [],
	},
	releaseTitle: 'The.Paper.Harbor.2019-KITE',
	originalFileName: 'paper',
	extension: '.mkv',
};
const text = fc.oneof(
	fc.string({unit: 'binary', maxLength: 300}),
	fc.constantFrom('..', '../..', '/', 'C:\\x', 'con', '. .', 'a/../b', '{Movie Title}'),
);
const template = fc.array(
	fc.constantFrom(
		'{Movie Title}',
		'{Movie.CleanTitle}',
		'{movie titlethe:5}',
		'/',
		'\\',
		'..',
		' ',
		'{-Release Group}',
		'{edition-{Edition Tags}}',
		'({Year})',
		'{',
		'}',
		'{Original Title}',
		'nul',
		'{[Quality Full]}',
		':',
	),
	{maxLength: 12},
);

test('whatever the title and the template, the path stays below the root and every segment is safe', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(text, text, template, (title, group, parts) => {
				const naming = {...defaultMovieNaming, movieFolder: parts.join(''), movieFile: parts.toReversed().join('')};
				const path = moviePath({...movie, title}, {...file, group, releaseTitle: title, edition: group}, naming);
				const segments = path.split('/');
				return segments.every(
					segment =>
						segment !== '' &&
						!/^\.+$/.test(segment) &&
						!/[\\:*?"<>|]|[\s.]$/.test(segment) &&
						!/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(segment) &&
						segment === segment.normalize('NFC') &&
						new TextEncoder().encode(segment).length <= 255,
				);
			}),
			{numRuns: 2000},
		),
	);
});
