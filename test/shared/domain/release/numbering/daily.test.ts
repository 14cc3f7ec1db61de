import test from 'ava';
import {hasImpossibleDate, readDaily, readDateInFront, readShortDate} from '#shared/domain/release/numbering/daily.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const day = test.macro({
	exec: (t, name: string, wanted: string | null) => t.is(readDaily(prepareName(name))?.airDate ?? null, wanted),
	title: (_, name: string, wanted: string | null) => `${name} is of ${wanted}`,
});

test(day, 'Tonight.2011.04.12.Guest', '2011-04-12');
test(day, 'Tonight - 2011-04-12 - Guest', '2011-04-12');
test(day, 'Tonight_2018_06_22', '2018-06-22');
test(day, 'Tonight.2012.13.02', '2012-02-13');
test(day, 'Tonight 20201013 720p', '2020-10-13');
test(day, 'Tonight - 30-04-2024', '2024-04-30');
test(day, 'Tonight.04.30.2024', '2024-04-30');
test(day, 'Tonight.05.06.2024', null);
test(day, 'Tonight 14th May 2018', '2018-05-14');
test(day, 'Tonight - May 14, 2018', '2018-05-14');
test(day, 'Tonight 2019년 5월 4일', '2019-05-04');
test(day, 'Tonight.2012.02.30', null);
test(day, 'Tonight 1950 10 14', null);
test(day, 'Tonight (1955) - 1954-01-23', '1954-01-23');

test('a part of the day follows the day', t => {
	t.like(readDaily(prepareName('Tonight.2015.09.07.Part.2.720p')), {airDate: '2015-09-07', dailyPart: 2});
});

test('six digits are a day when they can be one', t => {
	t.like(readShortDate(prepareName('Tonight_140722_720p')), {airDate: '2014-07-22'});
	t.like(readShortDate(prepareName('Tonight.14.07.22.720p')), {airDate: '2014-07-22'});
	t.is(readShortDate(prepareName('Tonight_149922_720p')), null);
});

test('only a date at the very start names a file by its day', t => {
	t.like(readDateInFront(prepareName('20161024- Guest.21x41')), {airDate: '2016-10-24'});
	t.is(readDateInFront(prepareName('Tonight 20161024')), null);
});

test('a date before shows were released by day is impossible unless the show is as old', t => {
	t.true(hasImpossibleDate('Tonight 1950 10 14'));
	t.false(hasImpossibleDate('Tonight (1955) - 1954-01-23'));
	t.false(hasImpossibleDate('Tonight 2011 10 14'));
});
