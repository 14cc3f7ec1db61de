import type {ExecutionContext} from 'ava';
import {createHttp, type Http, type HttpOptions} from '#workers/integrations/http/http.ts';
import {patienceMs} from './until.ts';

/**
 * The real outbound client, closed with the test. A request has minutes, unless time-outs are what the test is about:
 * `leastMs: 0`.
 */
export function withHttp(t: ExecutionContext, options: HttpOptions = {}): Http {
	const {request, close} = createHttp({leastMs: patienceMs, ...options});
	t.teardown(close);
	return request;
}
