import test from 'ava';
import {siteOf} from '#shared/site-of.ts';

const sites: Record<string, string> = {
	'https://example.org/': 'example.org',
	'https://www.example.org:8443/a?b=c': 'example.org',
	'https://a.b.c.example.co.uk/': 'example.co.uk',
	'https://EXAMPLE.Co.Uk/': 'example.co.uk',
	'https://somebody.github.io/': 'somebody.github.io',
	'https://www.somebody.github.io/': 'somebody.github.io',
	'https://xn--bcher-kva.example/': 'xn--bcher-kva.example',
	'https://bücher.example/': 'xn--bcher-kva.example',
	'http://127.0.0.1:9117/api': '127.0.0.1:9117',
	'http://127.0.0.1/': '127.0.0.1',
	'http://2130706433:81/': '127.0.0.1:81',
	'http://[::1]:9117/': '[::1]:9117',
	'http://localhost:9117/': 'localhost:9117',
	'http://localhost/': 'localhost',
	'http://nas:5000/': 'nas:5000',
	'https://example.org./': 'example.org',
};

for (const [address, site] of Object.entries(sites)) {
	test(`${address} belongs to ${site}`, t => {
		t.is(siteOf(new URL(address)), site);
	});
}

test('what is a public suffix itself stands for itself', t => {
	t.is(siteOf(new URL('https://co.uk/')), 'co.uk');
	t.is(siteOf(new URL('https://github.io:8443/')), 'github.io:8443');
});
