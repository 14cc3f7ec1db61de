import test from 'ava';
import type {Facts} from '#shared/domain/decisions/facts.ts';
import {defaultLanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {defaultProfiles} from '#shared/domain/quality/profiles.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {languagesOfRelease} from '#shared/domain/release/spoken-languages.ts';
import {profileCalled} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const reported = (words: string, byIndexer: string[] = []) =>
	languagesOfRelease(parseTitle(`Paper.Harbor.2019.${words}.1080p.WEB-DL.H.264-KITE`, {mode: 'movie'}), byIndexer);

for (const [words, languages] of [
	['FRENCH', ['french']],
	['VOSTFR', []],
	['SUBFRENCH', []],
	['FASTSUB.VOSTFR', []],
	['MULTI.VFF', ['french', 'original']],
	['MULTi', []],
	['VFF.VOSTFR', ['french', 'original']],
	['VOSTFR.VFF', ['french', 'original']],
	['Dual.Audio.Hindi', ['hindi', 'original']],
	['Hindi.English.Dual.Audio', ['hindi', 'english']],
	['German.DL', ['german', 'original']],
	['FRENCH.MULTiSUBS', ['french']],
	['Hindi.Dubbed', ['hindi']],
] as const) {
	test(`${words} tells ${languages.join(' and ') || 'nothing but the original'}`, t => t.deepEqual(reported(words), [...languages]));
}

test('a title called Dual has no second sound track', t => {
	t.deepEqual(languagesOfRelease(parseTitle('Dual.2022.FRENCH.1080p.WEB-DL-KITE', {mode: 'movie'}), []), ['french']);
});
test('the indexer is asked where the title tells nothing', t => t.deepEqual(reported('VOSTFR', ['japanese']), ['japanese']));

const original = {profile: profileCalled('HD-1080p')};
test('every default profile wants the original sound', t => {
	t.true(defaultProfiles.every(({language}) => language === 'original'));
	t.deepEqual(defaultLanguageProfile.languages, [{code: 'original', allowed: true}]);
});
test('a dub is refused by a default profile', refuses, {
	release: {title: 'Paper.Harbor.2019.FRENCH.1080p.WEB-DL.H.264-KITE'},
	facts: original,
	detail: /Language french, profile HD-1080p wants english/,
});
for (const words of ['VOSTFR', 'SUBFRENCH', 'MULTI.FRENCH', 'VFF.VOSTFR']) {
	test(`${words} is the original sound`, accepts, {
		release: {title: `Paper.Harbor.2019.${words}.1080p.WEB-DL.H.264-KITE`},
		facts: original,
	});
}

const languageProfile: Facts['languageProfile'] = {
	id: 'l',
	name: 'European',
	languages: [
		{code: 'de', allowed: true},
		{code: 'fr', allowed: true},
		{code: 'en', allowed: false},
	],
	cutoff: 'de',
	upgradeAllowed: false,
	subtitles: [],
	subtitleCutoff: null,
	minimumSubtitleScore: 0,
};
const any = profileCalled('HD-1080p', {language: 'any'});
test('the language profile of the library takes part', refuses, {
	release: {title: 'Paper.Harbor.2019.ITALIAN.1080p.WEB-DL.H.264-KITE'},
	facts: {profile: any, languageProfile},
	detail: /Language italian, language profile European wants german or french/,
});
test('a language that is listed but not allowed is refused', refuses, {
	facts: {profile: any, languageProfile},
	detail: /Language english, language profile European wants/,
});
test('one allowed language is enough', accepts, {
	release: {title: 'Paper.Harbor.2019.German.DL.1080p.WEB-DL.H.264-KITE'},
	facts: {profile: any, languageProfile},
});
test('a language profile may want the original sound', accepts, {
	facts: {languageProfile: {...languageProfile, languages: [{code: 'original', allowed: true}]}},
});
test('an original language that nobody knows refuses nothing', accepts, {
	release: {title: 'Paper.Harbor.2019.ITALIAN.1080p.WEB-DL.H.264-KITE'},
	facts: {profile: any, originalLanguage: null, languageProfile: {...languageProfile, languages: [{code: 'original', allowed: true}]}},
});
