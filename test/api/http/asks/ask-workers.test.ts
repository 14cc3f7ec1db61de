import test from 'ava';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {NotFound, Unavailable} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {lookUpTitles} from '#shared/jobs/refresh.ts';

const asked = {payload: {kind: 'movie', subject: {by: 'title', title: 'Film'}}, about: 'title'} as const;
const failingWith = (error: Error) => ({jobs: {ask: () => Promise.reject(error)} as unknown as JobClient});

test('a provider that does not answer is named, and not only the pool', async t => {
	const silent = failingWith(new Unavailable('no_answer_in_time', 'No worker answered.'));
	await t.throwsAsync(askProvider(silent, lookUpTitles, asked), {
		instanceOf: Unavailable,
		code: 'no_answer_in_time',
		message: /within 15 seconds: the metadata provider is slow, or no worker of the refresh pool runs/,
	});
	await t.throwsAsync(askProvider(failingWith(new NotFound('none', 'None.')), lookUpTitles, asked), {code: 'none', message: 'None.'});
});
