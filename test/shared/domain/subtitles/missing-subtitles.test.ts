import test from 'ava';
import {parseSubtitleKindKey} from '#shared/domain/media/subtitle.ts';
import {missingSubtitles, type PresentSubtitle} from '#shared/domain/subtitles/missing-subtitles.ts';

interface Options {
	cutoff?: string;
	embedded?: boolean;
	images?: boolean;
	audio?: string[];
}

/** Subtitles and wishes as `subtitleKindKey` writes them; `@` before one makes it a track, `#` a picture. */
function missing(requests: string, present: string, {cutoff, embedded = true, images = true, audio = []}: Options = {}): string {
	const list = present.split(' ').flatMap((text): PresentSubtitle[] => {
		const {language, forced, hearingImpaired} = parseSubtitleKindKey(text.replace(/^[@#]+/, ''));
		const source = text.startsWith('@') ? ('embedded' as const) : ('file' as const);
		return text
			? [{language: language === '-' ? null : language, forced, hearingImpaired, source, format: text.includes('#') ? 'pgs' : 'srt'}]
			: [];
	});
	const subtitles = requests.split(' ').map(key => {
		const {language, ...kind} = parseSubtitleKindKey(key);
		return {code: language, ...kind};
	});
	return missingSubtitles(list, {
		profile: {subtitles, subtitleCutoff: cutoff ?? null},
		counts: {embedded, images},
		audioLanguages: audio,
	}).join(' ');
}

test('what is wanted and not there is missing, in the order of the profile', t => {
	t.is(missing('en de fr', ''), 'en de fr');
	t.is(missing('en de fr', 'de'), 'en fr');
	t.is(missing('en', '-'), 'en');
	t.is(missing('en', 'en.forced'), 'en');
	t.is(missing('en.forced', 'en'), 'en.forced');
});

test('a subtitle for the hearing-impaired stands for a usual one unless both are wanted', t => {
	t.is(missing('en', 'en.hi'), '');
	t.is(missing('en.hi', 'en'), 'en.hi');
	t.is(missing('en en.hi', 'en.hi'), 'en');
	t.is(missing('en de.hi', 'en.hi'), 'de.hi');
});

test('once the cutoff is there, nothing else is missing', t => {
	t.is(missing('en de fr', 'en', {cutoff: 'en'}), '');
	t.is(missing('en de fr', 'de', {cutoff: 'en'}), 'en fr');
	t.is(missing('en.hi de', 'en', {cutoff: 'en'}), 'en.hi de');
	t.is(missing('en en.forced', 'en.forced', {cutoff: 'en', audio: ['en']}), '');
});

test('forced subtitles are wanted only in the language of the sound', t => {
	t.is(missing('en.forced', '', {audio: ['en']}), 'en.forced');
	t.is(missing('en.forced', '', {audio: ['de']}), '');
	t.is(missing('pt-br.forced', '', {audio: ['en', 'pt']}), 'pt-br.forced');
	t.is(missing('en.forced', '', {audio: []}), 'en.forced');
});

test('tracks and pictures count unless the settings say otherwise', t => {
	t.is(missing('en', '@en'), '');
	t.is(missing('en', '@en', {embedded: false}), 'en');
	t.is(missing('en', '@#en', {images: false}), 'en');
	t.is(missing('en', '#en', {images: false}), 'en');
	t.is(missing('en', '#en', {embedded: false}), '');
});

test('regional forms are languages of their own, and Norwegian has two forms', t => {
	t.is(missing('zh', 'zh-tw'), 'zh');
	t.is(missing('zh-tw', 'zh'), 'zh-tw');
	t.is(missing('pt-br', 'pt'), 'pt-br');
	t.is(missing('no', 'nb'), '');
	t.is(missing('nb', 'no'), '');
	t.is(missing('nn', 'no'), 'nn');
});
