import test from 'ava';
import {nextMovieRefresh, nextSeriesRefresh} from '#shared/domain/media/next-refresh.ts';

const now = new Date('2024-06-01T00:00:00Z');
const days = (moment: Date) => Math.round((Number(moment) - Number(now)) / 8_640_000) / 10;
const near = new Date('2024-06-10');
const long = new Date('2001-01-01');

test('what airs is asked for twice a day, what ended monthly', t => {
	const series = {status: 'continuing', nextAiring: null, previousAiring: null} as const;
	t.is(days(nextSeriesRefresh({...series, nextAiring: near}, now)), 0.5);
	t.is(days(nextSeriesRefresh({...series, status: 'ended', previousAiring: near}, now)), 0.5);
	t.is(days(nextSeriesRefresh({...series, previousAiring: long}, now)), 3);
	t.is(days(nextSeriesRefresh({...series, status: 'upcoming'}, now)), 3);
	t.is(days(nextSeriesRefresh({...series, status: 'ended', previousAiring: long}, now)), 30);
});

test('a film is asked for around its dates, and rarely when all is over', t => {
	const film = {inCinemas: null, digitalRelease: null, physicalRelease: null};
	t.is(days(nextMovieRefresh({...film, inCinemas: long, digitalRelease: near}, now)), 0.5);
	t.is(days(nextMovieRefresh({...film, inCinemas: long}, now)), 30);
	t.is(days(nextMovieRefresh(film, now)), 3);
});
