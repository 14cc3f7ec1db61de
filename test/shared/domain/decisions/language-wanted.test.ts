import test from 'ava';
import {languageWanted} from '#shared/domain/decisions/rules/quality-and-language.ts';
import {languageName, spokenLanguages} from '#shared/domain/release/spoken-languages.ts';
import {buildCandidate, buildFacts, buildProfile} from '#test/helpers/build-release.ts';

const why = (language: string, languages: string[], originalLanguage: string | null) =>
	languageWanted({...buildCandidate(), languages}, buildFacts({profile: buildProfile({language}), originalLanguage}))?.detail ?? null;

test('a language is known by code and by name', t => {
	t.deepEqual(['de', 'DE', 'pt-BR', 'german', 'spanish-latino', 'xx', '', null].map(languageName), [
		'german',
		'german',
		'portuguese-brazil',
		'german',
		'spanish-latino',
		null,
		null,
		null,
	]);
});

test('what the title does not tell is the original language', t => {
	t.deepEqual(spokenLanguages([], 'ja'), ['japanese']);
	t.deepEqual(spokenLanguages(['unknown'], 'ja'), ['japanese']);
	t.deepEqual(spokenLanguages(['english', 'original'], 'en'), ['english']);
	t.deepEqual(spokenLanguages([], null), []);
});

test('any language will do', t => t.is(why('any', ['german'], 'en'), null));
test('the wanted language may be one of several', t => t.is(why('de', ['english', 'german'], 'en'), null));
test('the original language is compared by name', t => t.is(why('original', ['japanese'], 'ja'), null));
test('another language is refused', t => t.is(why('original', ['english'], 'ja'), 'Language english, profile HD-1080p wants japanese'));
test('an unknown original language refuses nothing', t => t.is(why('original', ['english'], null), null));
test('nothing told and nothing known refuses nothing', t => t.is(why('german', [], null), null));
