import test from 'ava';
import type {Mark} from '#shared/domain/release/numbering/numbering.ts';
import {readBritishSeason, readSeason} from '#shared/domain/release/numbering/season.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const season = test.macro({
	exec: (t, name: string, wanted: Partial<Mark>) => t.like(readSeason(prepareName(name)), wanted),
	title: (_, name: string) => `the seasons of ${name}`,
});

test(season, 'Harbour.S03.720p', {season: 3, fullSeason: true, multiSeason: false, start: 8});
test(season, 'Harbour S 01 720p', {season: 1, fullSeason: true});
test(season, 'Harbour (Season 1) [1080p]', {season: 1, fullSeason: true});
test(season, 'Harbour Staffel 2 German', {season: 2});
test(season, 'Harbour 1. évad 720p', {season: 1});
test(season, 'Harbour 2ª Temporada', {season: 2});
test(season, 'Harbour The Complete Fourth Season', {season: 4, start: 8});
test(season, 'Harbour.S01-S04', {season: 1, multiSeason: true, fullSeason: true});
test(season, 'Harbour Seizoen 1 t/m 4 1080p', {season: 1, multiSeason: true, fullSeason: true});
test(season, 'Harbour S01 S04', {season: 1, multiSeason: true});
test(season, 'Harbour.2nd.Season.720p', {season: 2, fullSeason: true});
test(season, 'Harbour Seasons 1 - 3', {season: 1, multiSeason: true});
test(season, 'Гавань (Сезон 1-3)', {season: 1, multiSeason: true});
test(season, 'Harbour.S01.Part.2', {season: 1, partialSeason: true, seasonPart: 2, fullSeason: false});
test(season, 'Harbour.S01.Vol.II', {seasonPart: 2});
test(season, 'Harbour S05 EXTRAS', {season: 5, seasonExtra: true, fullSeason: true});
test(season, 'Harbour Stagione 1 e01-03', {season: 1, episodes: [1, 2, 3]});
test(season, 'Harbour S01 (1-8 из 8)', {season: 1, fullSeason: true});
test(season, 'Harbour Complete Series S01 S04', {season: 1, start: 8});

test(season, 'Harbour.S03.x265-TERN', {season: 3, fullSeason: true, multiSeason: false});
test(season, 'Harbour S02 03 04 BluRay', {season: 2, multiSeason: true, fullSeason: true});
test(season, 'Harbour Temporadas 1 2 3 HDTV', {season: 1, multiSeason: true});
test(season, 'Harbour Season 1 - 3 (2009-2011) 720p', {season: 1, multiSeason: true});
test(season, 'Harbour.S01--S04.1080p', {season: 1, multiSeason: true});
test(season, 'Harbour 2ª a 5ª Temporada', {season: 2, multiSeason: true, start: 8});
test(season, 'Гавань 1-3 сезоны', {season: 1, multiSeason: true});
test(season, 'Harbour Saisons 1 à 3', {season: 1, multiSeason: true});
test(season, 'Harbour Staffel 1 bis 3', {season: 1, multiSeason: true});
test(season, 'Harbour Season 2, 7 Extras', {season: 2, multiSeason: false});
test(season, 'Harbour.S03.P2.720p', {season: 3, partialSeason: true, seasonPart: 2, fullSeason: false});
for (const name of [
	'Harbour.S01.INCOMPLETE.1080p.WEB-KITE',
	'Harbour S01 1080p WEB (ongoing)',
	'Harbour.S01.First.Half.1080p.WEB-KITE',
	'Harbour Season 1 (2nd half) 720p',
	'Harbour.Staffel.1.unvollstaendig.German.1080p',
]) {
	test(season, name, {season: 1, partialSeason: true, fullSeason: false});
}
test(season, 'Harbour.S01.Complete.1080p.WEB-KITE', {season: 1, fullSeason: true});
test(season, 'Missing.Harbour.S01.1080p.WEB-KITE', {season: 1, fullSeason: true});
test(season, 'Harbour.S01.INCOMPLETE.E01-E05.1080p', {season: 1, episodes: [1, 2, 3, 4, 5]});
test(season, 'Harbour S01 Disc 1 of 3', {season: 1, partialSeason: true, seasonPart: 1});
test(season, 'Harbour.S05.08.1080p', {season: 5, episodes: [8]});
test(season, 'Harbour.S03.07.2004.WEB-DL', {season: 3, episodes: [7]});
test(season, 'Harbour.S03.2004.WEB-DL', {season: 3, fullSeason: true});
test(season, 'Harbour Season 5 12', {season: 5, episodes: [12]});
test(season, 'Harbour Stagione 2 HDTV ep04 Il molo', {season: 2, episodes: [4]});
test(season, 'Harbour Season 6 [720p] E11', {season: 6, episodes: [11]});
test(season, 'Harbour Saison 3 1080p Episode 9 VF', {season: 3, episodes: [9]});

test('an episode behind the season of a title is no season', t => {
	for (const name of [
		'[Tern] Harbour S2 - 05 [720p]',
		'Harbour S03 - EP14',
		'Harbour S21 999',
		'Harbour S3 [11][1080p]',
		'[Tern] Harbour S04[02v2][720p]',
		'[Tern] Harbour S2 05 [720p]',
		'Harbour 720p',
	]) {
		t.is(readSeason(prepareName(name)), null, name);
	}
});

test('Series is a season where no group numbers a show called so', t => {
	t.like(readBritishSeason(prepareName('Harbour Series 2 720p')), {season: 2, fullSeason: true, start: 8});
	t.like(readBritishSeason(prepareName('Harbour Series 1-3')), {season: 1, multiSeason: true});
	t.is(readBritishSeason(prepareName('[Tern] Harbour Series 2 [720p]')), null);
});
