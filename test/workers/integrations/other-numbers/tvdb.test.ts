import test from 'ava';
import {Cancelled} from '#shared/errors.ts';
import {fakeTvdb} from '#test/helpers/fakes/other-numbers.ts';
import {longSignal, until} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createTvdb} from '#workers/integrations/other-numbers/tvdb.ts';

test('who is cancelled during a login takes nothing from the others that wait for it', async t => {
	const fake = await fakeTvdb(t);
	fake.series.set(7, [{id: 1, seasonNumber: 1, number: 1}]);
	const mayAnswer = Promise.withResolvers<null>();
	fake.answer = ({path}) => (path === '/v4/login' ? mayAnswer.promise : null);
	const tvdb = createTvdb({http: withHttp(t), account: () => ({url: fake.url, apiKey: 'tvdb-key', pin: ''})});
	const leaving = new AbortController();
	const first = tvdb.episodes(7, 'official', leaving.signal);
	await until(() => fake.asked.length === 1);
	const second = tvdb.episodes(7, 'official', longSignal());
	leaving.abort();
	await t.throwsAsync(first, {instanceOf: Cancelled});
	mayAnswer.resolve(null);
	t.is((await second)?.length, 1);
	t.is(fake.logins, 1);
});
