import test from 'ava';
import type {Mark} from '#shared/domain/release/numbering/numbering.ts';
import {readSeasonAndCount, readSeasonPair} from '#shared/domain/release/numbering/season-and-count.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const count = test.macro({
	exec: (t, name: string, wanted: Partial<Mark>) => t.like(readSeasonAndCount(prepareName(name)), wanted),
	title: (_, name: string) => `the season and the count of ${name}`,
});

test(count, '[Tern] Sora no Uta (Season 3) - 27 [1080p]', {season: 3, absoluteEpisodes: [27]});
test(count, '[Tern] Sora no Uta (Season 3) 27v2 (1080p)', {season: 3, absoluteEpisodes: [27]});
test(count, '[Tern] Sora no Uta (Season 3) [27][1080p]', {season: 3, absoluteEpisodes: [27]});
test(count, '[Tern] Sora no Uta Season 3 [27][1080p]', {season: 3, absoluteEpisodes: [27]});
test(count, '[Tern] Sora no Uta (S3) - 27 [1080p]', {season: 3, absoluteEpisodes: [27]});
test(count, '[Tern] Sora no Uta (3rd Season) - 27 [1080p]', {season: 3, absoluteEpisodes: [27]});
test(count, '[Tern] Sora no Uta (Season 3) - 11-13 [1080p]', {season: 3, absoluteEpisodes: [11, 12, 13]});

test('a season without a number behind it is none of these', t => {
	t.is(readSeasonAndCount(prepareName('[Tern] Sora no Uta (Season 3) [1080p]')), null);
	t.is(readSeasonAndCount(prepareName('[Tern] Sora no Uta Season 3 [2019]')), null);
});

test('season and episode beside a dash are told from a span of seasons', t => {
	t.like(readSeasonPair(prepareName('Harbour 61 (S4-22) 1080p')), {season: 4, episodes: [22], absoluteEpisodes: [61], start: 7});
	t.like(readSeasonPair(prepareName('[Tern] Harbour [S3-17][480p]')), {season: 3, episodes: [17]});
	t.like(readSeasonPair(prepareName('Harbour S4-22 1080p')), {season: 4, episodes: [22]});
	for (const pack of ['Harbour S1-12', 'Harbour S04-22', 'Harbour (S1-4)', 'Harbour S1-S4']) {
		t.is(readSeasonPair(prepareName(pack)), null, pack);
	}
});
