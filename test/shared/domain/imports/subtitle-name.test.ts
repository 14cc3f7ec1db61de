import test from 'ava';
import {isSubtitleOf, readSubtitleName} from '#shared/domain/imports/subtitle-name.ts';
import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {companionName} from '#workers/import/plan/followers-of.ts';

const video = 'The.English.Lantern.2020.1080p.it.mkv';

test('the words of a title are no language', t => {
	const languages: Record<string, string | null> = {
		'The.English.Lantern.2020.1080p.it.srt': null,
		'The.English.Lantern.2020.1080p.it.de.srt': 'de',
		'Subs/The.English.Lantern.srt': null,
		'Subs/The.English.Lantern.French.srt': 'fr',
		'Subs/2_English.srt': 'en',
		'Subs/en.srt': 'en',
		'Subtitles/The.English.Lantern.2020.1080p.it/3_German.srt': 'de',
		'Subs/Spanish/The.English.Lantern.2020.1080p.it.srt': 'es',
		'Polish.srt': 'pl',
	};
	for (const [relative, language] of Object.entries(languages)) {
		t.true(isSubtitleOf(relative, video, []), relative);
		t.is(readSubtitleName(relative, video).language, language, relative);
	}
	t.is(readSubtitleName('It.srt', 'It.mkv').language, null);
	t.is(readSubtitleName('English.Lesson.srt', 'English.Lesson.mkv').language, null);
});

test('a subtitle belongs to the video with the longest name that it bears', t => {
	const belongs: [relative: string, video: string, others: string[], expected: boolean][] = [
		['Show.S01E1.en.srt', 'Show.S01E1.mkv', ['Show.S01E10.mkv'], true],
		['Show.S01E10.en.srt', 'Show.S01E1.mkv', ['Show.S01E10.mkv'], false],
		['Film.Extended.en.srt', 'Film.mkv', ['Film.Extended.mkv'], false],
		['Film.Extended.en.srt', 'Film.Extended.mkv', ['Film.mkv'], true],
		['FILM.en.srt', 'Film.mkv', ['Other.mkv'], true],
		['Cafe\u0301.en.srt', 'Caf\u00e9.mkv', [], true],
		['Subs/2_English.srt', 'Film.mkv', ['Other.mkv'], false],
		['Subs/Film/2_English.srt', 'Film.mkv', ['Other.mkv'], true],
		['Subs/Show.S01E05.en.srt', 'Show.S01E01-GRP.mkv', [], false],
		['English.srt', 'Film.mkv', ['Other.mkv'], false],
		['English.srt', 'Film.mkv', [], true],
		['Her.srt', 'Film.mkv', [], false],
		['Another.en.srt', 'Film.mkv', [], false],
		['Heron.2019.en.srt', 'Heron.2019.1080p.WEB-TERN.mkv', [], true],
		['Heron (2019) English.srt', 'heron.2019.1080p.WEB-TERN.mkv', [], true],
		['Heron.2019.srt', 'Heron.2019.1080p.WEB-TERN.mkv', [], true],
		['Heron.S01E02.de.forced.srt', 'Heron.S01E02.720p.WEB-TERN.mkv', [], true],
		['Heron.2019.en.srt', 'Heron.2019.1080p.WEB-TERN.mkv', ['Wren.2019.1080p.WEB-TERN.mkv'], false],
		['Heron.2019.Wren.en.srt', 'Heron.2019.1080p.WEB-TERN.mkv', [], false],
		['Heron.2018.en.srt', 'Heron.2019.1080p.WEB-TERN.mkv', [], false],
		['Heron.en.srt', 'Heron.Lake.2019.1080p.WEB-TERN.mkv', [], false],
		['Heron.S01E03.de.srt', 'Heron.S01E02.720p.WEB-TERN.mkv', [], false],
	];
	for (const [relative, name, others, expected] of belongs) {
		t.is(isSubtitleOf(relative, name, others), expected, `${relative} of ${name}`);
	}
});

test('the names that an import gives to subtitles are read again as what they were', t => {
	const to = '/library/Paper Harbor (2019)/Paper Harbor (2019).mkv';
	const tags = ['', '.forced', '.sdh', '.forced.sdh'];
	for (const language of subtitleLanguages.filter(code => !['kr', 'sc'].includes(code))) {
		for (const tag of tags) {
			const kind = {language, forced: tag.includes('forced'), hearingImpaired: tag.includes('sdh')};
			for (const from of [`Paper.Harbor.2019-GRP.${language}${tag}.srt`, `Subs/3_${language}${tag.replaceAll('.', '_')}.srt`]) {
				const name = companionName(from, {from: 'Paper.Harbor.2019-GRP.mkv', to});
				t.deepEqual(readSubtitleName(name, to), kind, `${from} -> ${name}`);
			}
		}
	}
});
