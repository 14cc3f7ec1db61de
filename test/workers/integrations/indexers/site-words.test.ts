import test from 'ava';
import {throwIfSaysLimit} from '#workers/integrations/indexers/site-words.ts';

for (const body of [
	'{"rate_limit":1,"error":"Too many requests per second"}',
	'{"errors":[{"detail":"Daily quota exceeded: 100 requests"}],"data":null}',
	'<html><head><title>Harbour</title></head><body>Search limit reached: please wait 30 seconds</body></html>',
]) {
	test(`${body} says nothing but that the site limits us`, t => {
		t.throws(() => throwIfSaysLimit(body), {code: 'rate_limited'});
	});
}

for (const body of [
	'{"results":[],"limit":100,"requests":5}',
	'{"message":"No results","data":[]}',
	'{"data":[]',
	'[]',
	'',
	`<html><body>${'A long page about many things. '.repeat(20)} Downloads are without limit of requests.</body></html>`,
]) {
	test(`${body.slice(0, 60)} says nothing of a limit`, t => {
		t.notThrows(() => throwIfSaysLimit(body));
	});
}
