import test from 'ava';
import {readChineseSeason} from '#shared/domain/release/numbering/chinese-season.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

test('a Chinese season may stand alone or with its episodes', t => {
	t.like(readChineseSeason(prepareName('天空之歌 第1季 1080p')), {season: 1, fullSeason: true});
	t.like(readChineseSeason(prepareName('天空之歌.第二季.第05集')), {season: 2, episodes: [5]});
	t.like(readChineseSeason(prepareName('天空之歌.第二季.第05-07集')), {season: 2, episodes: [5, 6, 7]});
	t.like(readChineseSeason(prepareName('天空之歌.第二季.EP05')), {season: 2, episodes: [5]});
});

test('an anime group counts from the start of the show', t => {
	t.is(readChineseSeason(prepareName('[Tern] 天空之歌 第二季 [05]')), null);
});
