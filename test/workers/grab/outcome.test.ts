import test from 'ava';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {isRefusal, isUnreadable} from '#workers/grab/outcome.ts';

const cases = [
	['another program answered', new Invalid('wrong_protocol', 'Not a client'), {refusal: true, unreadable: true}],
	['the client wants a login', new Invalid('authentication_failed', 'No'), {refusal: true, unreadable: false}],
	['the client did not answer', new UpstreamFailed('timed_out', 'Silence'), {refusal: false, unreadable: false}],
	['the failure is not ours', new TypeError('x is undefined'), {refusal: false, unreadable: false}],
] as const;

for (const [what, error, {refusal, unreadable}] of cases) {
	test(`what a failed sending proves when ${what}`, t => {
		t.deepEqual([isRefusal(error), isUnreadable(error)], [refusal, unreadable]);
	});
}
