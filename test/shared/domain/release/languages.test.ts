import test from 'ava';
import {languageTable} from '#shared/domain/release/language-table.ts';
import {parseLanguages} from '#shared/domain/release/languages.ts';

const languages = test.macro({
	exec: (t, name: string, ...wanted: string[]) => t.deepEqual(parseLanguages(name).sort(), wanted.sort()),
	title: (_, name: string, ...wanted: string[]) => `${name} speaks ${wanted.join(' and ') || 'nothing it tells'}`,
});

test('every language is read from its own name', t => {
	for (const {name, words} of languageTable) {
		t.true(parseLanguages(`.2019.${words[0]}.1080p.WEB-DL`).includes(name), name);
	}
});

test(languages, '.2019.1080p.WEB-DL.x264-TERN');
test(languages, '.2019.ENG-ITA-FRE.AAC.1080p', 'english', 'italian', 'french');
test(languages, '.2019.MULTi.VF.Bluray', 'french');
test(languages, '.2019.VOSTFR.VFF.1080p', 'french');
test(languages, ' S01 Multi VFI VO 1080p', 'french');
test(languages, '.2019.RU-KA.WEB-DL', 'russian', 'georgian');
test(languages, '.2019.LEKPL.1080p', 'polish');
test(languages, '.2019.PL-DUB.1080p', 'polish');
test(languages, '.2019.HDTV.x264.SK-tern', 'slovak');
test(languages, '.2019.720p_Eng-Spa(Latino)_Tern', 'english', 'spanish-latino');
test(languages, '.2019.DUBLADO.1080p', 'portuguese-brazil');
test(languages, '.S01E02.BG.AUDIO.HDTV', 'bulgarian');
test(languages, ' - 01 [CHT]', 'chinese');
test(languages, ' - 01 [简繁外挂]', 'chinese');
test(languages, '.S01.国语音轨.2019', 'chinese');
test(languages, ' (2018) WEBRip-AVC 2Ukr/Tur', 'ukrainian', 'turkish');
test(languages, '.2019.German.DL.1080p', 'german', 'original');
test(languages, '.2019.German.ML.1080p', 'german', 'original', 'english');
test(languages, '.2019.German.WEB-DL.1080p', 'german');
test(languages, '.S01E01.Orig.1080p', 'original');

test(languages, '.S01E02.Ger.Spa.Eng.Sub.AAC');
test(languages, ' 1080p ITA AAC JAP AC3 SUB ITA ENG', 'italian', 'japanese');
test(languages, '.(2019).(Catala.Spanish.Subs).WEBRip', 'catalan');
test(languages, '.2019.SUB-PL.1080p');
test(languages, '.2019.KORSUB.1080p');
test(languages, ' - S01E01 - Pilot.English.sub', 'english');

test(languages, '.S01E05.The.French.Connection.1080p');
test(languages, '.S01E05.The.Cat.1080p');
test(languages, '.S01E05.Pay.Per.View.1080p');
test(languages, '.2019.DTS-ES.AC3');
test(languages, '.2019.x264.-[YTS.LT]');
test(languages, '.2019.720p [www.tern.fr]');

// A code behind the last dash is a group, and subtitles are no sound.
test(languages, '.GERMAN.XviD-EST', 'german');
test(languages, '.2009.FRENCH.PAL.DVD-R-KZ', 'french');
test(languages, ' 2015 1080p WEB-DL ARAB-ITA AUDIO', 'arabic', 'italian');
test(languages, ' 2016 1080p BluRay DTS Rus Ukr 2xEng', 'russian', 'ukrainian', 'english');
test(languages, '.2014.SUBFRENCH.720p.BluRay');
test(languages, '.2014.VOSTFR.VFF.720p', 'french');
test(languages, ' [1994, DVDRip] AVO + CZE (DVO) + Sub Eng', 'czech');
test(languages, ' [BDRip 720p AC3 5.1 esp eus Subs]', 'spanish', 'basque');
