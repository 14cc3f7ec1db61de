import type {ExecutionContext} from 'ava';
import {createHttp, type Http, type HttpOptions} from '#workers/integrations/http/http.ts';

/** The real outbound client, closed with the test. */
export function withHttp(t: ExecutionContext, options: HttpOptions = {}): Http {
	const {request, close} = createHttp(options);
	t.teardown(close);
	return request;
}
