import test from 'ava';
import {readSpelledEpisode} from '#shared/domain/release/numbering/spelled-episode.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const numbers = test.macro({
	exec: (t, name: string, season: number, episodes: number[]) => t.like(readSpelledEpisode(prepareName(name)), {season, episodes}),
	title: (_, name: string, season: number, episodes: number[]) => `${name} is ${season}x${episodes}`,
});

test(numbers, 'Harbour Season 1 Episode 2', 1, [2]);
test(numbers, 'Harbour Staffel 1 Folge 2', 1, [2]);
test(numbers, 'Harbour Se.3 afl.3 en 4', 3, [3, 4]);
test(numbers, 'Harbour 1. Sezon 5. Bölüm', 1, [5]);
test(numbers, 'Гавань 2 сезон 5 серия', 2, [5]);
test(numbers, 'Harbour 1ª Temporada Episódio 5', 1, [5]);
test(numbers, 'Harbour [Cap.206]', 2, [6]);
test(numbers, 'Harbour [Cap.408_411]', 4, [8, 9, 10, 11]);
test(numbers, 'Harbour [Capítulo 206]', 2, [6]);
test(numbers, 'Harbour Temporada 1 Capítulo 105', 1, [105]);
test(numbers, 'Гавань 2-й сезон 11-я серия', 2, [11]);
test(numbers, 'Гавань. Сезон №2. Серия №14', 2, [14]);
test(numbers, 'Gavan 3 sezon 6 seria', 3, [6]);
test(numbers, 'Гавань 2 сезон: 1-3 серии', 2, [1, 2, 3]);
test(numbers, 'Liman.1.Sezon.8.Bölüm.2020.WEB-DL', 1, [8]);
test(numbers, 'Harbour 2 Season 1 Episode 3', 1, [3]);
test(numbers, 'Гавань / Сезон: 3 / Серии: 4 из 12', 3, [1, 2, 3, 4]);
test(numbers, 'Гавань / Сезон: 3 / Серия: 4 из 12', 3, [4]);
test(numbers, 'Harbour Temporada 3 Cap 5 al 8 HDTV', 3, [5, 6, 7, 8]);

test('what brackets say beside a chapter is not of the title', t => {
	t.like(readSpelledEpisode(prepareName('Harbour [HDTV][Cap.512]')), {season: 5, episodes: [12], start: 7});
	t.like(readSpelledEpisode(prepareName('Harbour [2019] [Cap.512]')), {season: 5, start: 16});
});
