import test from 'ava';
import type {Mark} from '#shared/domain/release/patterns/numbering.ts';
import {readBritishSeason, readSeason} from '#shared/domain/release/patterns/season.ts';
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

test('an episode behind the season of a title is no season', t => {
	for (const name of [
		'[Tern] Harbour S2 - 05 [720p]',
		'Harbour S03 - EP14',
		'Harbour S21 999',
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
