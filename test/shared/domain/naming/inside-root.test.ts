import test from 'ava';
import fc from 'fast-check';
import {defaultMovieNaming, moviePath} from '#shared/domain/naming/movie-path.ts';
import {colonReplacements} from '#shared/domain/naming/safe-name.ts';
import {namedFile as file, namedMovie as movie} from '#test/helpers/named-movie.ts';

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

const rules = fc.record({
	colon: fc.constantFrom(...colonReplacements),
	customColon: fc.constantFrom('', ';', ':', '/', '. '),
	replaceIllegal: fc.boolean(),
	rename: fc.boolean(),
});

test('whatever the title and the template, the path stays below the root and every segment is safe', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(text, text, template, rules, (title, group, parts, rule) => {
				const naming = {...defaultMovieNaming, ...rule, movieFolder: parts.join(''), movieFile: parts.toReversed().join('')};
				const path = moviePath({...movie, title}, {...file, group, releaseTitle: title, originalFileName: title, edition: group}, naming);
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
